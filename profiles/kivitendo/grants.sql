-- A login that may read what the profile reads, and insert what it writes. Run by the owner of the client's database; names of login and database are yours to choose.
CREATE ROLE middleware LOGIN PASSWORD 'choose-one' CONNECTION LIMIT 12;
GRANT CONNECT ON DATABASE kivitendo TO middleware;
GRANT USAGE ON SCHEMA public TO middleware;
GRANT SELECT ON acc_trans, additional_billing_addresses, ar, business, chart, countries, currencies, custom_variable_configs, custom_variables, customer, defaults, exchangerate, history_erp, invoice, oe, orderitems,
  part_classifications, part_customer_prices, parts, payment_terms, price_factors, price_rule_items, price_rules, pricegroup, prices, record_links, shipto, tax, taxkeys,
  taxzone_charts, translation TO middleware;
GRANT SELECT (id, login) ON employee TO middleware;
-- For drafts, pushed invoices and payments:
GRANT INSERT ON acc_trans, ar, history_erp, invoice, oe, orderitems TO middleware;
GRANT UPDATE (soinumber) ON defaults TO middleware;
GRANT UPDATE (netamount, amount, marge_total, marge_percent) ON oe TO middleware;
GRANT UPDATE (paid, datepaid, mtime) ON ar TO middleware;
GRANT USAGE ON SEQUENCE acc_trans_id_seq, glid, id, invoiceid, orderitemsid TO middleware;
-- The engine's own table, which makes sure that each document is written once:
CREATE TABLE engine_claims (
  id char(64) PRIMARY KEY, installation text, endpoint text NOT NULL, natural_key text NOT NULL, payload char(64) NOT NULL,
  result text, free_since text, released text, created_at text NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON engine_claims TO middleware;
