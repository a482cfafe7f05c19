-- A login that may only read what the profile reads. Run by the owner of Tryton's database; names of login and database are yours to choose.
CREATE ROLE middleware LOGIN PASSWORD 'choose-one' CONNECTION LIMIT 12;
GRANT CONNECT ON DATABASE tryton TO middleware;
GRANT USAGE ON SCHEMA public TO middleware;
GRANT SELECT ON ir_module, ir_translation, country_country, currency_currency, currency_currency_rate, company_company,
  party_party, party_address, party_contact_mechanism, product_product, product_template, product_uom,
  account_account, account_account_type, account_fiscalyear, account_period, account_journal, account_move, account_move_line,
  account_invoice, account_invoice_line, "account_invoice-account_move_line", account_invoice_payment_method TO middleware;
GRANT SELECT (id, login, active) ON res_user TO middleware; -- the table holds digests of passwords, too
-- With the module sale:
GRANT SELECT ON sale_sale, sale_line TO middleware;
-- With sale_price_list:
GRANT SELECT ON product_price_list, party_party_sale_price_list, sale_configuration_sale_price_list TO middleware;
-- With account_credit_limit:
GRANT SELECT ON party_party_credit_limit_amount, account_configuration_default_credit_limit_amount TO middleware;
