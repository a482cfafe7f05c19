-- A client in francs that rounds to 0.05, uses neither price groups nor customers' discounts nor rules, and has no sales order intakes.
INSERT INTO currencies (id, name) VALUES (1, 'CHF'), (2, 'EUR');
INSERT INTO countries (id, description_de) VALUES (1, 'Schweiz');
INSERT INTO employee (id, login, name) VALUES (3, 'platform', 'Plattform');
INSERT INTO chart (id, accno, description, link) VALUES (10, '1100', 'Debitoren', 'AR'), (11, '1020', 'Bank', 'AR_paid'), (12, '3400', 'Dienstleistungen', 'AR_amount:IC_income');
INSERT INTO tax (id, taxkey, rate, chart_id) VALUES (20, 0, 0, NULL);
INSERT INTO taxkeys (id, chart_id, tax_id, startdate) VALUES (21, 12, 20, '1970-01-01');
INSERT INTO taxzone_charts (id, taxzone_id, buchungsgruppen_id, income_accno_id) VALUES (1, 4, 30, 12);
INSERT INTO defaults (id, currency_id, precision, show_sales_order_intake, deliverydate_on, disabled_price_sources, ar_chart_id, max_future_booking_interval)
VALUES (1, 1, 0.05, false, false, '{pricegroup,price_rules,customer_discount}', 10, 0);
INSERT INTO pricegroup (id, pricegroup) VALUES (5, 'Gross');
INSERT INTO business (id, description, discount) VALUES (6, 'Handel', 0.04);
INSERT INTO customer (id, name, customernumber, currency_id, country_id, taxzone_id, pricegroup_id, discount, business_id)
VALUES (40, 'Bergbahn AG', '1', 1, 1, 4, 5, 0.1, 6), (41, 'Seilbahn GmbH', '2', 2, 1, 4, NULL, 0, NULL);
INSERT INTO part_classifications (id, used_for_sale) VALUES (0, true);
INSERT INTO parts (id, partnumber, description, sellprice, unit, buchungsgruppen_id, part_type) VALUES (50, 'S-1', 'Seil', 8, 'm', 30, 'part'), (51, 'PAUSCHAL', '', 0, 'Stk', 30, 'service');
INSERT INTO prices (parts_id, pricegroup_id, price) VALUES (50, 5, 2);
INSERT INTO price_rules (id, name, type, price, priority) VALUES (60, 'Alle', 'customer', 1, 4);
INSERT INTO price_rule_items (price_rules_id, type, value_int) VALUES (60, 'part', 50);
-- From the intake a quotation was made, and no order.
INSERT INTO oe (id, record_type, ordnumber, transdate, customer_id, taxzone_id, currency_id) VALUES
  (80, 'sales_order_intake', 'AE-9', '2026-05-01', 41, 4, 2), (81, 'sales_quotation', '', '2026-05-02', 41, 4, 2), (82, 'sales_order', 'AB-9', '2026-05-03', 41, 4, 2), (83, 'sales_order', 'AB-10', '2026-05-03', 41, 4, 2);
UPDATE oe SET amount = 100.004 WHERE id = 82;
INSERT INTO exchangerate (id, currency_id, transdate, buy) VALUES (1, 2, '2026-05-03', 0);
-- Converted quantities are single-precision numbers.
INSERT INTO orderitems (id, trans_id, position, parts_id, qty, base_qty, unit) VALUES (90, 82, 1, 50, 100.01, 1.0001, 'cm');
-- Rules are switched off, so that one about the delivery address leaves no price open.
INSERT INTO custom_variable_configs (id, module, type, name, description, options, default_value) VALUES (1, 'ShipTo', 'select', 'tor', 'Tor', '1##2', '');
INSERT INTO price_rule_items (price_rules_id, type, custom_variable_configs_id, value_text) VALUES (60, 'cvar', 1, '1');
INSERT INTO record_links (from_table, from_id, to_table, to_id) VALUES ('oe', 80, 'oe', 81);
-- Links of other tables, with ids that orders have, too.
INSERT INTO record_links (from_table, from_id, to_table, to_id) VALUES ('oe', 80, 'ar', 82), ('orderitems', 80, 'oe', 82);
