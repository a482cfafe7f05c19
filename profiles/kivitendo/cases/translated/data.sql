-- A client with a customer of drafts who reads English. It sets no day of delivery, has closed no period, and its number range has no digits yet.
INSERT INTO currencies (id, name) VALUES (1, 'EUR');
INSERT INTO countries (id, description_de) VALUES (1, 'Irland');
INSERT INTO employee (id, login, name) VALUES (3, 'platform', 'Plattform'), (4, 'sales', 'Verkauf');
INSERT INTO chart (id, accno, description, link) VALUES (10, '1400', 'Forderungen', 'AR'), (12, '8400', 'Erlöse 19 %', 'AR_amount:IC_sale'), (13, '1776', 'Umsatzsteuer', 'AR_tax');
INSERT INTO tax (id, taxkey, rate, chart_id) VALUES (20, 0, 0, NULL), (22, 3, 0.16, 13), (23, 3, 0.19, 13);
INSERT INTO taxkeys (id, chart_id, tax_id, startdate) VALUES (24, 12, 22, '1970-01-01'), (25, 12, 23, '2007-01-01'), (26, 12, 20, '2030-01-01');
INSERT INTO taxzone_charts (id, taxzone_id, buchungsgruppen_id, income_accno_id) VALUES (1, 4, 30, 12), (2, 4, 31, 10), (3, 3, 30, 10);
INSERT INTO defaults (id, currency_id, deliverydate_on, ar_chart_id, soinumber) VALUES (1, 1, false, 10, 'AE-');
INSERT INTO customer (id, name, customernumber, currency_id, country_id, taxzone_id, language_id, salesman_id) VALUES (40, 'Emerald Ltd.', '1', 1, 1, 4, 9, 4);
INSERT INTO additional_billing_addresses (id, customer_id, name, default_address) VALUES (70, 40, 'Zentrale', true), (71, 40, 'Büro', true), (72, 40, 'Archiv', false);
INSERT INTO part_classifications (id, used_for_sale) VALUES (0, true);
INSERT INTO parts (id, partnumber, description, notes, sellprice, unit, buchungsgruppen_id, part_type)
VALUES (50, 'S-1', 'Seil', 'Hanf', 8, 'm', 30, 'part'), (51, 'S-2', 'Seil, dünn', 'Flachs', 4, 'm', 30, 'part');
INSERT INTO translation (parts_id, language_id, translation, longdescription) VALUES (50, 9, 'Rope', 'Hemp'), (50, 8, 'Corde', 'Chanvre'), (51, 9, '', '');
INSERT INTO price_rules (id, name, type, price) VALUES (60, 'Liefertermin', 'customer', 7);
INSERT INTO price_rule_items (price_rules_id, type, op, value_date, value_int) VALUES (60, 'reqdate', 'lt', '2020-01-01', NULL), (60, 'part', NULL, NULL, 50);
