-- A site in Tunis: three decimals by the setting Currency Precision, and rows that are rare: rates of 0 and of today, equal days, a journal entry with
-- the number of a credit note, over-billed deliveries, an order that was submitted when it was created.
SET NAMES utf8mb4;
INSERT INTO `tabSingles` (doctype, field, value) VALUES
  ('System Settings', 'time_zone', 'Africa/Tunis'), ('System Settings', 'currency_precision', '3'), ('System Settings', 'number_format', '# ###,##'),
  ('System Settings', 'rounding_method', 'Banker''s Rounding'), ('System Settings', 'rounding_method', 'Banker''s Rounding'), -- the table has no key
  ('Selling Settings', 'selling_price_list', 'Détail'), ('Accounts Settings', 'allow_stale', '1'), ('Accounts Settings', 'add_taxes_from_taxes_and_charges_template', '1');
INSERT INTO tabCurrency (name, enabled) VALUES ('TND', 1), ('EUR', 1), ('SAR', 1);
INSERT INTO tabUOM (name, enabled, must_be_whole_number) VALUES ('Nos', 1, 1), ('Kg', 1, 0), ('Carton', 1, 1);
INSERT INTO tabCompany (name, default_currency, default_receivable_account, default_income_account, cost_center, credit_limit) VALUES
  ('Tunis Textile', 'TND', 'Clients - TT', 'Ventes - TT', 'Principal - TT', 700), ('Tunis Export', 'TND', 'Clients - TE', 'Ventes - TE', 'Principal - TE', 0);
INSERT INTO `tabCustomer Group` (name, default_price_list) VALUES ('Détail', '');
INSERT INTO tabAccount (name, company, account_type, account_currency) VALUES
  ('Clients - TT', 'Tunis Textile', 'Receivable', 'TND'), ('Clients EUR - TT', 'Tunis Textile', 'Receivable', 'EUR'), ('Banque - TT', 'Tunis Textile', 'Bank', 'TND');
INSERT INTO tabCustomer (name, customer_name, customer_group, territory, default_currency, default_price_list, email_id) VALUES
  ('CLI-1', 'Atelier Hafsia', 'Détail', 'Tunisie', NULL, 'Détail', ''), ('CLI-2', 'Tissus d''Alsace', 'Détail', 'France', 'EUR', 'Détail', NULL),
  ('CLI-3', 'Riyadh Linen', 'Détail', 'Tunisie', 'SAR', 'Détail', NULL), ('CLI-4', 'Jeddah Linen', 'Détail', 'Tunisie', NULL, 'Riyal', NULL),
  ('CLI-5', 'Marseille Mode', 'Détail', 'France', '', '', NULL), ('CLI-6', 'Lyon Soie', 'Détail', 'France', NULL, 'Détail', NULL);
INSERT INTO tabContact (name, first_name, email_id, is_primary_contact) VALUES ('Leïla-CLI-1', 'Leïla', 'leila@hafsia.example', 1);
INSERT INTO tabAddress (name, address_title, address_type, address_line1, address_line2, city, country, pincode, is_primary_address, is_shipping_address) VALUES
  ('Z-Atelier', 'Atelier', 'Office', 'Rue de la Kasbah 4', NULL, 'Tunis', 'Tunisia', '1008', 1, 1),
  ('B-Boutique', 'Boutique', 'Shop', '', 'Souk El Attarine', NULL, '', NULL, 1, 0),
  ('A-Boutique', 'Boutique', 'Shop', 'Rue du Pacha 9', NULL, 'Tunis', 'Tunisia', NULL, 1, 0),
  ('Depot', 'Dépôt', 'Shipping', 'Zone 3', NULL, 'Radès', 'Tunisia', NULL, 0, 0);
INSERT INTO `tabDynamic Link` (name, parent, parenttype, link_doctype, link_name) VALUES
  ('dl-1', 'Depot', 'Address', 'Customer', 'CLI-1'), ('dl-2', 'B-Boutique', 'Address', 'Customer', 'CLI-1'), ('dl-3', 'A-Boutique', 'Address', 'Customer', 'CLI-1'),
  ('dl-4', 'Z-Atelier', 'Address', 'Customer', 'CLI-1'), ('dl-5', 'Leïla-CLI-1', 'Contact', 'Customer', 'CLI-1');
-- Limits of another company, and of a group with the name of the customer, say nothing about the orders of the customer.
INSERT INTO `tabCustomer Credit Limit` (name, parent, parenttype, company, credit_limit, bypass_credit_limit_check) VALUES
  ('cl-1', 'CLI-1', 'Customer', 'Tunis Textile', 1000, 0), ('cl-2', 'CLI-1', 'Customer', 'Tunis Export', 0, 1), ('cl-3', 'CLI-1', 'Customer Group', 'Tunis Textile', 5, 1),
  ('cl-4', 'Détail', 'Customer Group', 'Tunis Textile', 0, 0), ('cl-5', 'Détail', 'Customer Group', 'Tunis Textile', 0, 0); -- ERPNext lets a group have two
INSERT INTO `tabParty Account` (name, parent, parenttype, company, account) VALUES
  ('pa-1', 'CLI-5', 'Customer', 'Tunis Textile', 'Clients EUR - TT'),
  ('pa-2', 'Détail', 'Customer Group', 'Tunis Textile', 'Clients - TT'), ('pa-3', 'Détail', 'Customer Group', 'Tunis Textile', 'Clients - TT'); -- ERPNext lets a group have two
INSERT INTO `tabPrice List` (name, enabled, currency, selling) VALUES ('Détail', 1, 'TND', 1), ('Riyal', 1, 'SAR', 1);
INSERT INTO `tabCurrency Exchange` (name, `date`, from_currency, to_currency, exchange_rate, for_selling) VALUES
  ('1', '2026-09-01', 'EUR', 'TND', 3.3, 1), ('2', '2026-09-15', 'EUR', 'TND', 3.4, 1), ('3', '2026-09-01', 'SAR', 'TND', 0, 1);
-- A variant is sold in boxes of its own size.
INSERT INTO tabItem (name, item_name, variant_of, item_group, stock_uom, has_variants, sales_uom, is_sales_item) VALUES
  ('TOILE', 'Toile', NULL, 'Tissus', 'Kg', 0, '', 1), ('NAPPE', 'Nappe', NULL, 'Tissus', 'Nos', 1, NULL, 1), ('NAPPE-R', 'Nappe rouge', 'NAPPE', 'Tissus', 'Nos', 0, 'Carton', 1);
INSERT INTO `tabUOM Conversion Detail` (name, parent, uom, conversion_factor) VALUES ('u-1', 'NAPPE', 'Carton', 12), ('u-2', 'NAPPE-R', 'Carton', 6);
INSERT INTO `tabTax Rule` (name, tax_type, sales_tax_template, company) VALUES ('TR-1', 'Sales', 'Export', 'Tunis Export'), ('TR-2', 'Purchase', 'Import', NULL);
INSERT INTO `tabSales Order` (name, owner, docstatus, customer, company, transaction_date, po_no, currency, conversion_rate, base_grand_total, status) VALUES
  ('SO-1', 'anna@tunis.example', 1, 'CLI-1', 'Tunis Textile', '2026-06-01', 'B-1', 'TND', 1, 100, 'Draft'),
  ('SO-2', 'anna@tunis.example', 1, 'CLI-1', 'Tunis Textile', '2026-06-01', 'B-2', 'TND', 1, 50.5, 'To Bill'),
  ('SO-3', 'anna@tunis.example', 0, 'CLI-5', 'Tunis Textile', '2026-06-01', 'B-3', 'TND', 1, 9, 'Draft'),
  ('SO-4', 'anna@tunis.example', 2, 'CLI-5', 'Tunis Textile', '2026-06-01', 'B-4', 'TND', 1, 8, 'Cancelled'),
  ('SO-5', 'anna@tunis.example', 0, 'CLI-6', 'Tunis Textile', '2026-06-01', 'B-5', 'TND', 1, 7, 'Draft');
INSERT INTO `tabSales Order Item` (name, parent, item_code, stock_qty) VALUES ('SO-1-1', 'SO-1', 'NAPPE-R', 12), ('SO-2-1', 'SO-2', 'TOILE', 7);
-- Of 60 dinars 35 are billed by two invoices, and 10 by a draft; of 10 dinars 12 are billed. Stopped is a status of older versions.
INSERT INTO `tabDelivery Note` (name, docstatus, customer, company, currency, base_net_total, base_grand_total, status) VALUES
  ('DN-1', 1, 'CLI-1', 'Tunis Textile', 'TND', 100, 119, 'To Bill'), ('DN-2', 1, 'CLI-1', 'Tunis Textile', 'TND', 40, 47.6, 'Stopped'),
  ('DN-3', 1, 'CLI-1', 'Tunis Textile', 'TND', 1, 1.19, 'To Bill');
INSERT INTO `tabDelivery Note Item` (name, docstatus, parent, amount) VALUES ('DN-1-1', 1, 'DN-1', 60), ('DN-1-2', 1, 'DN-1', 30), ('DN-1-3', 1, 'DN-1', 10),
  ('DN-2-1', 1, 'DN-2', 40), ('DN-3-1', 1, 'DN-3', 1);
INSERT INTO `tabSales Invoice` (name, owner, docstatus, customer, customer_name, is_pos, is_return, company, posting_date, due_date, currency, conversion_rate, grand_total, outstanding_amount, debit_to, party_account_currency) VALUES
  ('SI-1', 'anna@tunis.example', 1, 'CLI-1', 'Atelier Hafsia', 0, 0, 'Tunis Textile', '2026-09-01', '2026-10-01', 'TND', 1, 35, 20, 'Clients - TT', 'TND'),
  ('SI-2', 'portal@nordwind.example', 1, 'CLI-1', '', 0, 0, 'Tunis Textile', '2026-09-01', '2026-10-01', 'TND', 1, 10, 0.5, 'Clients - TT', 'TND'),
  ('SI-3', 'anna@tunis.example', 1, 'CLI-1', 'Atelier Hafsia', 0, 0, 'Tunis Textile', '2026-08-15', '2026-09-14', 'TND', 1, 12, 12, 'Clients - TT', 'TND'),
  ('SI-4', 'anna@tunis.example', 1, 'CLI-1', 'Atelier Hafsia', 1, 0, 'Tunis Textile', '2026-09-02', '2026-09-02', 'TND', 1, 0.5, 0, 'Clients - TT', 'TND'),
  ('SI-5', 'anna@tunis.example', 1, 'CLI-1', 'Atelier Hafsia', 0, 1, 'Tunis Textile', '2026-09-03', '2026-09-03', 'TND', 1, -5, 0, 'Clients - TT', 'TND'),
  ('SI-91', 'anna@tunis.example', 2, 'CLI-5', 'Marseille Mode', 0, 0, 'Tunis Textile', '2026-07-01', '2026-07-01', 'TND', 1, 1, 0, 'Clients - TT', 'TND'),
  ('SI-92', 'anna@tunis.example', 2, 'CLI-5', 'Marseille Mode', 0, 0, 'Tunis Textile', '2026-07-01', '2026-07-01', 'TND', 1, 2, 0, 'Clients - TT', 'TND'),
  ('SI-93', 'anna@tunis.example', 2, 'CLI-5', 'Marseille Mode', 0, 0, 'Tunis Textile', '2026-07-01', '2026-07-01', 'TND', 1, 3, 0, 'Clients - TT', 'TND'),
  ('SI-94', 'anna@tunis.example', 2, 'CLI-5', 'Marseille Mode', 0, 0, 'Tunis Textile', '2026-07-01', '2026-07-01', 'TND', 1, 4, 0, 'Clients - TT', 'TND'),
  ('SI-6', 'anna@tunis.example', 0, 'CLI-1', 'Atelier Hafsia', 0, 0, 'Tunis Textile', '2026-09-03', '2026-09-03', 'TND', 1, 10, 10, 'Clients - TT', 'TND');
INSERT INTO `tabSales Invoice Item` (name, docstatus, parent, idx, item_name, description, qty, net_rate, amount, net_amount, dn_detail) VALUES
  ('SI-1-1', 1, 'SI-1', 1, 'Nappe', 'Nappe', 1, 20, 20, 20, 'DN-1-1'), ('SI-1-2', 1, 'SI-1', 2, 'Nappe', 'Nappe', 1, 15, 15, 15, 'DN-1-1'),
  ('SI-2-1', 1, 'SI-2', 1, 'Toile', '', 4, 2.5, 10, 10, NULL), ('SI-3-1', 1, 'SI-3', 1, 'Toile', 'Toile', 3, 4, 12, 12, 'DN-1-3'),
  ('SI-6-1', 0, 'SI-6', 1, 'Nappe', 'Nappe', 1, 10, 10, 10, 'DN-1-1');
INSERT INTO `tabJournal Entry` (name, docstatus, voucher_type, posting_date, company) VALUES
  ('JE-1', 1, 'Journal Entry', '2026-09-04', 'Tunis Textile'), ('JE-2', 1, 'Cash Entry', '2026-09-04', 'Tunis Textile'),
  ('JE-3', 1, 'Credit Card Entry', '2026-09-04', 'Tunis Textile'), ('SI-5', 1, 'Bank Entry', '2026-09-05', 'Tunis Textile');
INSERT INTO `tabGL Entry` (name, creation, posting_date, account, party_type, party, debit, credit, account_currency, debit_in_account_currency, credit_in_account_currency, voucher_type, voucher_no, company) VALUES
  ('gl-01', '2026-08-15 12:00:00', '2026-08-15', 'Clients - TT', 'Customer', 'CLI-1', 12, 0, 'TND', 12, 0, 'Sales Invoice', 'SI-3', 'Tunis Textile'),
  ('gl-02', '2026-09-01 12:00:01', '2026-09-01', 'Clients - TT', 'Customer', 'CLI-1', 35, 0, 'TND', 35, 0, 'Sales Invoice', 'SI-1', 'Tunis Textile'),
  ('gl-03', '2026-09-01 12:00:02', '2026-09-01', 'Clients - TT', 'Customer', 'CLI-1', 10, 0, 'TND', 10, 0, 'Sales Invoice', 'SI-2', 'Tunis Textile'),
  ('gl-04', '2026-09-02 12:00:03', '2026-09-02', 'Clients - TT', 'Customer', 'CLI-1', 0.5, 0, 'TND', 0.5, 0, 'Sales Invoice', 'SI-4', 'Tunis Textile'),
  ('gl-05', '2026-09-02 12:00:04', '2026-09-02', 'Clients - TT', 'Customer', 'CLI-1', 0, 0.5, 'TND', 0, 0.5, 'Sales Invoice', 'SI-4', 'Tunis Textile'),
  ('gl-06', '2026-09-03 12:00:05', '2026-09-03', 'Clients - TT', 'Customer', 'CLI-1', 0, 5, 'TND', 0, 5, 'Sales Invoice', 'SI-5', 'Tunis Textile'),
  ('gl-07', '2026-09-04 12:00:06', '2026-09-04', 'Clients - TT', 'Customer', 'CLI-1', 0, 1, 'TND', 0, 1, 'Journal Entry', 'JE-1', 'Tunis Textile'),
  ('gl-08', '2026-09-04 12:00:07', '2026-09-04', 'Clients - TT', 'Customer', 'CLI-1', 0, 2, 'TND', 0, 2, 'Journal Entry', 'JE-2', 'Tunis Textile'),
  ('gl-09', '2026-09-04 12:00:08', '2026-09-04', 'Clients - TT', 'Customer', 'CLI-1', 0, 3, 'TND', 0, 3, 'Journal Entry', 'JE-3', 'Tunis Textile'),
  ('gl-10', '2026-09-04 12:00:09', '2026-09-04', 'Clients - TT', 'Customer', 'CLI-1', 0, 4, 'TND', 0, 4, 'Payment Entry', 'PE-1', 'Tunis Textile'),
  ('gl-11', '2026-09-04 12:00:10', '2026-09-04', 'Clients - TT', 'Customer', 'CLI-1', 0, 9.5, 'TND', 0, 9.5, 'Payment Entry', 'PE-2', 'Tunis Textile'),
  ('gl-12', '2026-09-05 12:00:11', '2026-09-05', 'Clients - TT', 'Customer', 'CLI-1', 0, 1.5, 'TND', 0, 1.5, 'Journal Entry', 'SI-5', 'Tunis Textile'),
  ('gl-13', '2026-09-06 12:00:12', '2026-09-06', 'Clients EUR - TT', 'Customer', 'CLI-6', 34, 0, 'EUR', 10, 0, 'Journal Entry', 'JE-4', 'Tunis Textile');
INSERT INTO `tabPayment Ledger Entry` (name, posting_date, company, account, party_type, party, voucher_type, voucher_no, against_voucher_type, against_voucher_no, amount, account_currency, amount_in_account_currency) VALUES
  ('ple-01', '2026-09-01', 'Tunis Textile', 'Clients - TT', 'Customer', 'CLI-1', 'Sales Invoice', 'SI-1', 'Sales Invoice', 'SI-1', 35, 'TND', 35),
  ('ple-02', '2026-09-01', 'Tunis Textile', 'Clients - TT', 'Customer', 'CLI-1', 'Sales Invoice', 'SI-2', 'Sales Invoice', 'SI-2', 10, 'TND', 10),
  ('ple-03', '2026-08-15', 'Tunis Textile', 'Clients - TT', 'Customer', 'CLI-1', 'Sales Invoice', 'SI-3', 'Sales Invoice', 'SI-3', 12, 'TND', 12),
  ('ple-04', '2026-09-02', 'Tunis Textile', 'Clients - TT', 'Customer', 'CLI-1', 'Sales Invoice', 'SI-4', 'Sales Invoice', 'SI-4', 0.5, 'TND', 0.5),
  ('ple-05', '2026-09-02', 'Tunis Textile', 'Clients - TT', 'Customer', 'CLI-1', 'Sales Invoice', 'SI-4', 'Sales Invoice', 'SI-4', -0.5, 'TND', -0.5),
  ('ple-06', '2026-09-03', 'Tunis Textile', 'Clients - TT', 'Customer', 'CLI-1', 'Sales Invoice', 'SI-5', 'Sales Invoice', 'SI-1', -5, 'TND', -5),
  ('ple-07', '2026-09-04', 'Tunis Textile', 'Clients - TT', 'Customer', 'CLI-1', 'Journal Entry', 'JE-1', 'Sales Invoice', 'SI-1', -1, 'TND', -1),
  ('ple-08', '2026-09-04', 'Tunis Textile', 'Clients - TT', 'Customer', 'CLI-1', 'Journal Entry', 'JE-2', 'Sales Invoice', 'SI-1', -2, 'TND', -2),
  ('ple-09', '2026-09-04', 'Tunis Textile', 'Clients - TT', 'Customer', 'CLI-1', 'Journal Entry', 'JE-3', 'Sales Invoice', 'SI-1', -3, 'TND', -3),
  ('ple-10', '2026-09-04', 'Tunis Textile', 'Clients - TT', 'Customer', 'CLI-1', 'Payment Entry', 'PE-1', 'Sales Invoice', 'SI-1', -4, 'TND', -4),
  ('ple-11', '2026-09-04', 'Tunis Textile', 'Clients - TT', 'Customer', 'CLI-1', 'Payment Entry', 'PE-2', 'Sales Invoice', 'SI-2', -9.5, 'TND', -9.5),
  ('ple-12', '2026-09-05', 'Tunis Textile', 'Clients - TT', 'Customer', 'CLI-1', 'Journal Entry', 'SI-5', 'Journal Entry', 'SI-5', -1.5, 'TND', -1.5);
