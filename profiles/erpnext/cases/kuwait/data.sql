-- A site in Kuwait: three decimals by the number format (a precision of 0 is none), commercial rounding, rates that are at most 7 days old, taxes by rule, and a company without a default income account.
SET NAMES utf8mb4;
INSERT INTO `tabSingles` (doctype, field, value) VALUES
  ('System Settings', 'time_zone', 'Asia/Kuwait'), ('System Settings', 'currency_precision', '0'), ('System Settings', 'number_format', '#,###.###'),
  ('System Settings', 'rounding_method', 'Commercial Rounding'), ('Accounts Settings', 'allow_stale', '0'), ('Accounts Settings', 'stale_days', '7'),
  ('Accounts Settings', 'add_taxes_from_taxes_and_charges_template', '1');
INSERT INTO tabCurrency (name, enabled) VALUES ('KWD', 1), ('USD', 1), ('EUR', 1);
INSERT INTO tabUOM (name, enabled, must_be_whole_number) VALUES ('Nos', 1, 0), ('Kg', 1, 0);
INSERT INTO tabCompany (name, default_currency, default_receivable_account, default_income_account, cost_center) VALUES
  ('Kuwait Fresh W.L.L.', 'KWD', 'Debtors - KF', 'Sales - KF', 'Main - KF'), ('Kuwait Trade', 'KWD', 'Debtors - KT', NULL, 'Main - KT'), ('Kuwait Costs', 'KWD', 'Debtors - KC', 'Sales - KC', NULL),
  ('Kuwait Export', 'KWD', 'Debtors - KE', 'Sales - KE', 'Main - KE');
INSERT INTO tabAccount (name, company, account_type, account_currency) VALUES
  ('Debtors - KF', 'Kuwait Fresh W.L.L.', 'Receivable', 'KWD'), ('Bank - KF', 'Kuwait Fresh W.L.L.', 'Bank', 'KWD');
INSERT INTO tabCustomer (name, customer_name, customer_group, territory, default_currency, default_price_list) VALUES
  ('مخبز', 'مخبز الكويت', 'Retail', 'Kuwait', NULL, 'Retail'), ('ABROAD', 'Abroad Inc.', 'Retail', 'Kuwait', 'USD', 'Retail'),
  ('EURO', 'Euro SARL', 'Retail', 'Kuwait', 'EUR', 'Retail'), ('NONE', 'No list', 'Retail', 'Kuwait', NULL, NULL);
INSERT INTO `tabPrice List` (name, enabled, currency, selling) VALUES ('Retail', 1, 'KWD', 1);
INSERT INTO tabItem (name, item_name, item_group, stock_uom, is_sales_item) VALUES ('OIL', 'Oil', 'Food', 'Kg', 1), ('RICE', 'Rice', 'Food', 'Kg', 1);
INSERT INTO `tabCurrency Exchange` (name, `date`, from_currency, to_currency, exchange_rate, for_selling) VALUES
  ('1', '2026-09-09', 'USD', 'KWD', 0.305, 1), ('2', '2026-09-08', 'EUR', 'KWD', 0.35, 1);
INSERT INTO `tabTax Rule` (name, tax_type, sales_tax_template, company) VALUES ('TR-1', 'Sales', 'Export', 'Kuwait Fresh W.L.L.'), ('TR-2', 'Purchase', 'Import', NULL), ('TR-3', 'Sales', 'Export', NULL);
INSERT INTO `tabSales Invoice` (name, owner, docstatus, customer, customer_name, company, posting_date, due_date, currency, conversion_rate, grand_total, rounded_total, outstanding_amount, debit_to, party_account_currency) VALUES
  ('SI-1', 'a@b.example', 1, 'مخبز', 'مخبز الكويت', 'Kuwait Fresh W.L.L.', '2026-09-01', '2026-10-01', 'KWD', 1, 1.389, 0, 1.389, 'Debtors - KF', 'KWD'),
  ('SI-2', 'a@b.example', 1, 'ABROAD', NULL, 'Kuwait Fresh W.L.L.', '2026-09-01', '2026-10-01', 'USD', 0.3, 10, 0, 1, 'Debtors - KF', 'KWD');
