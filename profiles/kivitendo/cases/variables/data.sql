-- Price rules about custom variables. Every article costs 100 and has one rule, whose price shows whether it applies. The customers have
-- stored values (40, 43, 44), empty ones (42), and none (41).
INSERT INTO currencies (id, name) VALUES (1, 'EUR');
INSERT INTO countries (id, description_de) VALUES (1, 'Deutschland');
INSERT INTO employee (id, login, name) VALUES (3, 'platform', 'Plattform');
INSERT INTO chart (id, accno, description, link) VALUES (10, '1400', 'Forderungen', 'AR'), (12, '8200', 'Erlöse', 'AR_amount:IC_sale');
INSERT INTO tax (id, taxkey, rate, chart_id) VALUES (20, 0, 0, NULL);
INSERT INTO taxkeys (id, chart_id, tax_id, startdate) VALUES (24, 12, 20, '1970-01-01');
INSERT INTO taxzone_charts (id, taxzone_id, buchungsgruppen_id, income_accno_id) VALUES (1, 4, 30, 12);
INSERT INTO defaults (id, currency_id, deliverydate_on, ar_chart_id, soinumber) VALUES (1, 1, false, 10, 'AE-');
INSERT INTO customer (id, name, customernumber, currency_id, country_id, taxzone_id)
VALUES (40, 'Vierzig', '40', 1, 1, 4), (41, 'Einundvierzig', '41', 1, 1, 4), (42, 'Zweiundvierzig', '42', 1, 1, 4), (43, 'Dreiundvierzig', '43', 1, 1, 4), (44, 'Vierundvierzig', '44', 1, 1, 4);
INSERT INTO part_classifications (id, used_for_sale) VALUES (0, true);
INSERT INTO parts (id, partnumber, description, sellprice, unit, buchungsgruppen_id, part_type)
SELECT n, 'V-' || n, 'Artikel ' || n, 100, 'Stk', 30, 'part' FROM generate_series(101, 138) AS g (n);

INSERT INTO custom_variable_configs (id, module, type, name, description, options, default_value, flags)
SELECT v.id, v.module, v.type, 'v' || v.id, 'Variable ' || v.id, v.options, v.given, v.flags
FROM (VALUES
  (1, 'CT', 'select', 'Nord##Süd##West', '', ''), (2, 'CT', 'select', 'A##B', 'B', ''), (3, 'CT', 'number', '', '0', ''), (4, 'CT', 'number', '', '-12.5', ''),
  (5, 'CT', 'number', '', '', ''), (6, 'CT', 'date', '', '', ''), (7, 'CT', 'date', '', '01.02.2026', ''), (8, 'CT', 'customer', '', '', ''),
  (9, 'IC', 'select', 'rot##blau', 'blau', NULL), (10, 'IC', 'select', 'rot##blau', 'blau', 'partsgroup_filter=0:editable=1'),
  (11, 'IC', 'number', '', '7', 'editable=0:partsgroup_filter=0'), (12, 'IC', 'number', '', '7', 'partsgroup_filter=0:editable=1'),
  (13, 'IC', 'date', '', '', 'editable=1:partsgroup_filter=0'), (14, 'IC', 'date', '', '01.02.2026', 'editable=1:partsgroup_filter=0'),
  (15, 'IC', 'part', '', '', 'editable=0:partsgroup_filter=0'), (16, 'IC', 'vendor', '', '102', 'editable=1:partsgroup_filter=0'),
  (17, 'Contacts', 'number', '', '0', ''), (18, 'Projects', 'select', 'X##Y', '', ''), (19, 'ShipTo', 'select', 'X##Y', '', ''), (20, 'CT', 'timestamp', '', '', ''),
  (21, 'IC', 'number', '', '7', 'partsgroup_filter=0:editable')) AS v (id, module, type, options, given, flags);

INSERT INTO custom_variables (config_id, trans_id, sub_module, text_value, number_value, timestamp_value) VALUES
  (1, 40, '', 'Süd', NULL, NULL), (1, 42, '', NULL, NULL, NULL), (1, 43, '', '', NULL, NULL), (1, 44, '', 'Nord', NULL, NULL),
  (2, 40, '', 'A', NULL, NULL),
  (3, 40, '', NULL, 10, NULL), (3, 42, '', NULL, NULL, NULL), (3, 43, '', NULL, 10.5, NULL), (3, 44, '', NULL, 9.99999, NULL),
  (6, 40, '', NULL, NULL, '2026-03-01 14:00'), (6, 42, '', NULL, NULL, NULL), (6, 43, '', NULL, NULL, '2026-02-28'), (6, 44, '', NULL, NULL, '2026-03-02'),
  (7, 40, '', NULL, NULL, '2026-02-01'), (7, 42, '', NULL, NULL, NULL),
  (8, 40, '', NULL, 41, NULL), (8, 42, '', NULL, 0, NULL), (8, 43, '', NULL, 42, NULL), (8, 44, '', NULL, NULL, NULL),
  (9, 120, '', 'rot', NULL, NULL), (9, 120, 'orderitems', 'blau', NULL, NULL), (9, 122, '', '', NULL, NULL), (9, 123, '', '', NULL, NULL),
  (10, 124, '', '', NULL, NULL), (10, 125, '', '0', NULL, NULL), (10, 126, '', 'rot', NULL, NULL),
  (11, 127, '', NULL, 0, NULL), (12, 128, '', NULL, 0, NULL), (12, 129, '', NULL, 6, NULL), (12, 130, '', NULL, NULL, NULL),
  (13, 131, '', NULL, NULL, NULL), (13, 132, '', NULL, NULL, '2026-03-01'), (14, 133, '', NULL, NULL, NULL), (14, 134, '', NULL, NULL, '2026-03-01'),
  (15, 135, '', NULL, 101, NULL), (16, 136, '', NULL, 0, NULL), (21, 138, '', NULL, 0, NULL);

-- The rule of an article has its id and a price of a tenth of it.
INSERT INTO price_rules (id, name, type, price) SELECT n, 'V' || n, 'customer', n / 10.0 FROM generate_series(101, 138) AS g (n);
INSERT INTO price_rule_items (price_rules_id, type, value_int) SELECT n, 'part', n FROM generate_series(101, 138) AS g (n);
INSERT INTO price_rule_items (price_rules_id, type, custom_variable_configs_id, op, value_text, value_num, value_date, value_int) VALUES
  (101, 'cvar', 1, NULL, 'Nord', NULL, NULL, NULL), (102, 'cvar', 1, NULL, 'Süd', NULL, NULL, NULL), (103, 'cvar', 2, NULL, 'B', NULL, NULL, NULL),
  (104, 'cvar', 3, 'eq', NULL, 10, NULL, NULL), (105, 'cvar', 3, 'le', NULL, 10, NULL, NULL), (106, 'cvar', 3, 'ge', NULL, 10, NULL, NULL),
  (107, 'cvar', 4, 'eq', NULL, -12.5, NULL, NULL), (108, 'cvar', 5, 'eq', NULL, 0, NULL, NULL),
  (109, 'cvar', 6, 'eq', NULL, NULL, '2026-03-01', NULL), (110, 'cvar', 6, 'lt', NULL, NULL, '2026-03-01', NULL), (111, 'cvar', 6, 'gt', NULL, NULL, '2026-03-01', NULL),
  (112, 'cvar', 7, 'eq', NULL, NULL, '2026-02-01', NULL), (113, 'cvar', 7, 'eq', NULL, NULL, '2026-02-01', NULL), (113, 'qty', NULL, 'ge', NULL, 5, NULL, NULL),
  (114, 'cvar', 8, NULL, NULL, NULL, NULL, 41), (115, 'cvar', 17, 'eq', NULL, 0, NULL, NULL), (116, 'cvar', 18, NULL, 'X', NULL, NULL, NULL),
  (117, 'cvar', 19, NULL, 'X', NULL, NULL, NULL), (118, 'cvar', 20, 'eq', NULL, NULL, '2026-03-01', NULL), (119, 'cvar', 19, NULL, 'X', NULL, NULL, NULL), (119, 'cvar', 17, 'ge', NULL, 0, NULL, NULL),
  (120, 'cvar', 9, NULL, 'rot', NULL, NULL, NULL), (121, 'cvar', 9, NULL, 'blau', NULL, NULL, NULL), (122, 'cvar', 9, NULL, 'blau', NULL, NULL, NULL), (123, 'cvar', 9, NULL, '', NULL, NULL, NULL),
  (124, 'cvar', 10, NULL, 'blau', NULL, NULL, NULL), (125, 'cvar', 10, NULL, 'blau', NULL, NULL, NULL), (126, 'cvar', 10, NULL, 'blau', NULL, NULL, NULL),
  (127, 'cvar', 11, 'eq', NULL, 7, NULL, NULL), (128, 'cvar', 12, 'eq', NULL, 7, NULL, NULL), (129, 'cvar', 12, 'eq', NULL, 7, NULL, NULL), (130, 'cvar', 12, 'eq', NULL, 7, NULL, NULL),
  (131, 'cvar', 13, 'gt', NULL, NULL, '2000-01-01', NULL), (132, 'cvar', 13, 'gt', NULL, NULL, '2000-01-01', NULL), (133, 'cvar', 14, 'gt', NULL, NULL, '2026-01-01', NULL), (134, 'cvar', 14, 'gt', NULL, NULL, '2026-01-01', NULL),
  (135, 'cvar', 15, NULL, NULL, NULL, NULL, 101), (136, 'cvar', 16, NULL, NULL, NULL, NULL, 102), (137, 'cvar', 11, 'ge', NULL, 7, NULL, NULL),
  (138, 'cvar', 21, 'eq', NULL, 7, NULL, NULL);
-- A quotation of the user of the service is no draft.
INSERT INTO oe (id, record_type, ordnumber, cusordnumber, transdate, customer_id, taxzone_id, currency_id, employee_id, itime) VALUES (900, 'sales_quotation', 'AE-1', 'PO-9', '2026-06-01', 41, 4, 1, 3, '2026-06-01 08:00');
-- Neither is a billing address of drafts: one is that of another customer, one is not chosen by default.
INSERT INTO additional_billing_addresses (id, customer_id, name, default_address) VALUES (70, 40, 'Amt', true), (71, 41, 'Büro', false);
-- The next number but one is in use.
INSERT INTO oe (id, record_type, ordnumber, cusordnumber, transdate, customer_id, taxzone_id, currency_id, itime) VALUES (901, 'sales_order_intake', 'AE-2', '', '2026-06-01', 41, 4, 1, '2026-06-01 08:00');
-- A rule for a discount with priority, where a rule for a price without it counts.
INSERT INTO price_rules (id, name, type, discount, priority) VALUES (200, 'Rabatt', 'customer', 10, 4);
INSERT INTO price_rule_items (price_rules_id, type, value_int) VALUES (200, 'part', 137);
