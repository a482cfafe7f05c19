-- Invoices for advance payment with their final invoices, and invoices in dollars, with the entries that kivitendo makes (test/real/kivitendo/perl/later.pl).
-- The rate is 0.88.
INSERT INTO currencies (id, name) VALUES (1, 'EUR'), (2, 'USD');
INSERT INTO exchangerate (id, currency_id, transdate, buy) VALUES (1, 2, '2026-05-04', 0.88), (2, 2, '2026-06-15', 0.88);
INSERT INTO countries (id, description_de) VALUES (1, 'Deutschland');
INSERT INTO employee (id, login, name) VALUES (3, 'platform', 'Plattform');
INSERT INTO chart (id, accno, description, link) VALUES
  (8, '1401', 'Forderungen Inland', 'AR'), (9, '8736', 'Skonti', 'AR_paid'), (10, '1400', 'Forderungen', 'AR'), (11, '1200', 'Bank', 'AR_paid:AP_paid'), (12, '8400', 'Erlöse 19 %', 'AR_amount:IC_sale'),
  (13, '8300', 'Erlöse 7 %', 'AR_amount:IC_sale'), (14, '1776', 'Umsatzsteuer 19 %', 'AR_tax'), (15, '1771', 'Umsatzsteuer 7 %', 'AR_tax'), (16, '1593', 'Verrechnung', 'AR'),
  (17, '1718', 'Anzahlungen', 'AR_amount'), (21, '8200', 'Erlöse', 'AR_amount:IC_sale'), (18, '2660', 'Kursgewinne', 'AR_paid:AP_paid'), (19, '2150', 'Kursverluste', 'AR_paid:AP_paid');
INSERT INTO tax (id, taxkey, rate, chart_id, skonto_sales_chart_id) VALUES (20, 0, 0, NULL, NULL), (21, 3, 0.16, 14, NULL), (22, 3, 0.19, 14, 9), (23, 2, 0.07, 15, NULL);
INSERT INTO taxkeys (id, chart_id, tax_id, startdate) VALUES (24, 12, 21, '1970-01-01'), (25, 12, 22, '2026-05-01'), (26, 13, 23, '1970-01-01'), (27, 12, 21, '2026-06-01'), (28, 21, 20, '1970-01-01');
INSERT INTO taxzone_charts (id, taxzone_id, buchungsgruppen_id, income_accno_id) VALUES (1, 4, 30, 12), (2, 4, 31, 13), (3, 5, 30, 13), (4, 4, 32, 21);
INSERT INTO defaults (id, currency_id, ar_chart_id, advance_payment_clearing_chart_id, fxgain_accno_id, fxloss_accno_id, max_future_booking_interval) VALUES (1, 1, 10, 16, 18, 19, 0);
INSERT INTO customer (id, name, customernumber, currency_id, country_id, taxzone_id)
VALUES (40, 'Anzahler', '40', 1, 1, 4), (41, 'Zahler', '41', 1, 1, 4), (42, 'Dollar', '42', 2, 1, 4), (43, 'Rundung', '43', 2, 1, 4);
INSERT INTO customer (id, name, customernumber, currency_id, country_id, taxzone_id, department_1, department_2, street, zipcode, city, invoice_mail, email)
VALUES (44, 'Leere Texte', '44', 1, 1, 4, '', '', '', '', '', '', 'leer@example.com');
INSERT INTO part_classifications (id, used_for_sale) VALUES (0, true);
INSERT INTO parts (id, partnumber, description, sellprice, unit, buchungsgruppen_id, part_type) VALUES (50, 'A', 'Neunzehn', 1, 'Stk', 30, 'part'), (51, 'B', 'Sieben', 1, 'Stk', 31, 'part'), (53, 'FREI', 'Frei', 0, 'Stk', 32, 'service');
INSERT INTO parts (id, partnumber, description, sellprice, unit, buchungsgruppen_id, part_type, obsolete) VALUES (52, 'ALT', 'Alt', 0, 'Stk', 32, 'service', true);
SELECT setval('glid', 100);

INSERT INTO ar (id, type, invnumber, customer_id, transdate, duedate, deliverydate, tax_point, amount, netamount, paid, datepaid, taxincluded, taxzone_id, currency_id, exchangerate, invoice, storno)
SELECT v.id, v.type, v.number, v.customer, v.day::date, v.day::date, v.delivery::date, v.point::date, v.amount, v.net, v.paid, v.datepaid::date, v.gross, 4, v.currency, v.rate, true, false
FROM (VALUES
  (1, 'invoice_for_advance_payment', 'ANZ-1', 40, '2026-05-06', NULL, NULL, 237.88, 199.90, 237.88, '2026-05-12', false, 1, NULL),
  (2, 'final_invoice', 'SR-1', 40, '2026-05-28', NULL, NULL, 304, 255.46, 0, NULL, false, 1, NULL),
  (3, 'invoice_for_advance_payment', 'ANZ-3', 41, '2026-05-08', NULL, NULL, 77.35, 65, 77.35, '2026-05-14', false, 1, NULL),
  (4, 'final_invoice', 'SR-3', 41, '2026-05-29', NULL, NULL, 154.7, 130, 77.35, '2026-06-10', false, 1, NULL),
  (5, 'invoice', 'USD-1', 42, '2026-05-04', NULL, NULL, 259.01, 228.66, 126.72, '2026-05-04', false, 2, NULL),
  (6, 'invoice', 'USD-3', 42, '2026-05-04', NULL, NULL, 64.44, 57.46, 44, '2026-05-04', true, 2, NULL),
  (7, 'credit_note', 'USD-4', 42, '2026-05-04', NULL, NULL, -41.87, -35.18, -17.60, '2026-05-04', false, 2, NULL),
  (8, 'invoice', 'USD-6', 43, '2026-05-04', NULL, NULL, 38.80, 32.60, 0.01, NULL, false, 2, NULL),
  (9, 'invoice', 'USD-7', 42, '2026-05-04', NULL, NULL, 37.91, 31.86, 11.51, '2026-05-05', false, 2, NULL),
  (10, 'invoice', 'USD-8', 42, '2026-05-04', NULL, NULL, 34.24, 28.78, 34.24, '2026-05-04', false, 2, NULL),
  (11, 'invoice', 'USD-2', 41, '2026-05-04', NULL, NULL, 108.55, 91.22, 45.62, '2026-05-04', false, 2, 0.91234),
  -- 16 % on the day of delivery and on the tax point; 7 % instead of 19 % by hand; and 19 % in the tax zone
  (12, 'invoice', 'USD-9', 42, '2026-05-05', '2026-04-30', NULL, 32.16, 27.72, 31.5, '2026-05-05', false, 2, 0.88),
  (13, 'invoice', 'USD-10', 42, '2026-05-06', '2026-05-02', '2026-04-20', 32.16, 27.72, 8.8, '2026-05-06', false, 2, 0.88),
  (14, 'invoice', 'USD-11', 42, '2026-05-07', NULL, NULL, 94.16, 88, 47, '2026-05-09', false, 2, 0.88),
  -- marked as paid
  (15, 'invoice', 'M-1', 43, '2026-05-05', NULL, NULL, 0.01, 0.01, 0.01, '2026-05-06', true, 1, NULL),
  (16, 'invoice', 'M-2', 43, '2026-05-05', NULL, NULL, 0.02, 0.02, 0.02, '2026-05-07', true, 2, 0.88),
  (17, 'invoice', 'KLEIN', 41, '2026-06-01', NULL, NULL, 0.05, 0.05, 0, NULL, true, 1, NULL)
) AS v (id, type, number, customer, day, delivery, point, amount, net, paid, datepaid, gross, currency, rate);

INSERT INTO invoice (id, trans_id, parts_id, description, qty, fxsellprice, sellprice, discount, position, assemblyitem) VALUES
  (1, 1, 50, 'Hammer', 10, 19.99, 19.99, 0, 1, false), (2, 2, 50, 'Hammer', 10, 19.99, 19.99, 0, 1, false), (3, 2, 50, 'Kabel', 5, 11.11111, 11.11111, 0, 2, false),
  (4, 3, 50, 'Montage', 1, 65, 65, 0, 1, false), (5, 4, 50, 'Montage', 2, 65, 65, 0, 1, false),
  (6, 5, 50, 'Hammer', 7, 19.99, 17.06, 0.03, 1, false), (7, 5, 51, 'Buch', 3, 41.37, 36.41, 0, 2, false), (8, 6, 50, 'Kabel', 3, 11.11, 8.22, 0, 1, false), (9, 6, 51, 'Buch', 1, 39.9, 32.81, 0, 2, false),
  (10, 7, 50, 'Hammer', -2, 19.99, 17.59, 0, 1, false), (11, 8, 50, 'Hammer', 1, 37.04, 32.6, 0, 1, false), (12, 9, 50, 'Hammer', 1, 36.21, 31.86, 0, 1, false),
  -- The parts of an assembly are no lines.
  (13, 10, 50, 'Hammer', 1, 32.71, 28.78, 0, 1, false), (14, 10, 50, 'Stiel', 1, 5, 5, 0, 2, true),
  (15, 11, 50, 'Hammer', 3, 33.33, 30.41, 0, 1, false), (16, 12, 50, 'Hammer', 1, 31.5, 27.72, 0, 1, false), (17, 13, 50, 'Hammer', 1, 31.5, 27.72, 0, 1, false),
  (18, 14, 50, 'Hammer', 1, 100, 88, 0, 1, false), (19, 15, 50, 'Rest', 1, 0.01, 0.01, 0, 1, false), (20, 16, 50, 'Rest', 1, 0.02, 0.02, 0, 1, false), (21, 17, 50, 'Rest', 1, 0.05, 0.05, 0, 1, false);

INSERT INTO acc_trans (trans_id, chart_id, chart_link, amount, transdate, memo, fx_transaction, taxkey, tax_id)
SELECT v.doc, v.chart, h.link, v.amount, v.day::date, v.memo, v.fx, 0, 20
FROM (VALUES
  (1, 1, 16, 237.88, '2026-05-06', NULL, false), (2, 1, 10, -237.88, '2026-05-06', NULL, false), (3, 1, 11, -237.88, '2026-05-12', NULL, false), (4, 1, 10, 237.88, '2026-05-12', NULL, false),
  (5, 1, 16, -237.88, '2026-05-12', NULL, false), (6, 1, 17, 199.9, '2026-05-12', NULL, false), (7, 1, 14, 37.98, '2026-05-12', NULL, false),
  (8, 1, 16, 199.9, '2026-05-28', 'reverse booking by final invoice', false), (9, 1, 17, -199.9, '2026-05-28', 'reverse booking by final invoice', false),
  (10, 2, 12, 55.56, '2026-05-28', NULL, false), (11, 2, 14, 10.56, '2026-05-28', NULL, false), (12, 2, 16, -266.02, '2026-05-28', NULL, false), (13, 2, 12, 199.9, '2026-05-28', NULL, false),
  (14, 3, 16, 77.35, '2026-05-08', NULL, false), (15, 3, 8, -77.35, '2026-05-08', NULL, false), (16, 3, 11, -77.35, '2026-05-14', NULL, false), (17, 3, 8, 77.35, '2026-05-14', NULL, false),
  (18, 3, 16, -77.35, '2026-05-14', NULL, false), (19, 3, 17, 65, '2026-05-14', NULL, false), (20, 3, 14, 12.35, '2026-05-14', NULL, false),
  (21, 3, 8, 65, '2026-05-29', 'reverse booking by final invoice', false), (22, 3, 17, -65, '2026-05-29', 'reverse booking by final invoice', false),
  (23, 4, 12, 65, '2026-05-29', NULL, false), (24, 4, 14, 12.35, '2026-05-29', NULL, false), (25, 4, 8, -142.35, '2026-05-29', NULL, false), (26, 4, 12, 65, '2026-05-29', NULL, false),
  (27, 4, 11, -77.35, '2026-06-10', NULL, false), (28, 4, 8, 77.35, '2026-06-10', NULL, false),
  (29, 5, 10, -259.01, '2026-05-04', NULL, false), (30, 6, 10, -64.44, '2026-05-04', NULL, false), (31, 7, 10, 41.87, '2026-05-04', NULL, false), (32, 8, 10, -38.8, '2026-05-04', NULL, false),
  (33, 9, 10, -37.91, '2026-05-04', NULL, false), (34, 10, 10, -34.24, '2026-05-04', NULL, false), (35, 11, 10, -108.55, '2026-05-04', NULL, false), (36, 12, 10, -32.16, '2026-05-05', NULL, false),
  (37, 13, 10, -32.16, '2026-05-06', NULL, false), (38, 14, 10, -94.16, '2026-05-07', NULL, false), (39, 15, 10, -0.01, '2026-05-05', NULL, false), (40, 16, 10, -0.02, '2026-05-05', NULL, false),
  -- Payments by the form, at the rate of the invoice
  (41, 5, 10, 88, '2026-05-04', NULL, false), (42, 5, 11, -100, '2026-05-04', NULL, false), (43, 5, 11, 12, '2026-05-04', NULL, true),
  (44, 7, 10, -17.6, '2026-05-04', NULL, false), (45, 7, 11, 20, '2026-05-04', NULL, false), (46, 7, 11, -2.4, '2026-05-04', NULL, true),
  (47, 9, 10, 8.79, '2026-05-05', NULL, false), (48, 9, 11, -10, '2026-05-05', NULL, false), (49, 9, 10, 2.72, '2026-05-05', NULL, false), (50, 9, 9, -3.09, '2026-05-05', NULL, false),
  (51, 9, 11, 1.2, '2026-05-05', NULL, true), (52, 9, 9, 0.37, '2026-05-05', NULL, true),
  (53, 10, 10, 34.24, '2026-05-04', NULL, false), (54, 10, 11, -38.92, '2026-05-04', NULL, false), (55, 10, 11, 4.66, '2026-05-04', NULL, true),
  -- and by the page of bank transactions, at the rate of the invoice, and at another one with a gain
  (56, 6, 11, -44, '2026-05-04', NULL, false), (57, 6, 10, 44, '2026-05-04', NULL, false),
  (58, 11, 11, -46.51, '2026-05-04', NULL, false), (59, 11, 18, 0.88, '2026-05-04', NULL, false), (60, 11, 10, 45.63, '2026-05-04', NULL, false),
  -- An entry of another document between the two of a payment by the form. Its amount is that of the payment of USD-3, times the rate.
  (61, 5, 10, 38.72, '2026-05-04', NULL, false), (62, 17, 10, -0.05, '2026-06-01', NULL, false), (63, 5, 11, -44, '2026-05-04', NULL, false), (64, 5, 11, 5.28, '2026-05-04', NULL, true),
  -- Two payments by the page: the entry before the second one has its amount times the rate, but is of another day.
  (65, 14, 11, -22, '2026-05-08', NULL, false), (66, 14, 10, 22, '2026-05-08', NULL, false), (67, 14, 11, -25, '2026-05-09', NULL, false), (68, 14, 10, 25, '2026-05-09', NULL, false),
  -- The entry before it has its amount times the rate, but is none of receivables.
  (69, 12, 12, 27.72, '2026-05-05', NULL, false), (70, 12, 11, -31.5, '2026-05-05', NULL, false), (71, 12, 10, 31.5, '2026-05-05', NULL, false),
  -- A gain of another document follows the money of a payment by the page.
  (72, 13, 11, -8.8, '2026-05-06', NULL, false), (73, 11, 18, 0.5, '2026-05-06', NULL, false), (74, 13, 10, 8.8, '2026-05-06', NULL, false)
) AS v (n, doc, chart, amount, day, memo, fx) JOIN chart h ON h.id = v.chart ORDER BY v.n;
-- Neither is a billing address of invoices to 43: one is that of another customer, one is not chosen by default.
INSERT INTO additional_billing_addresses (id, customer_id, name, department_1, department_2, default_address)
VALUES (70, 44, 'Amt', 'Amt 1', 'Zimmer 2', true), (71, 43, 'Büro', NULL, NULL, false), (72, 44, 'Leer', '', 'Lager', false), (73, 44, 'Leer', 'Kasse', '', false);
INSERT INTO shipto (shipto_id, module, trans_id, shiptoname, shiptodepartment_1, shiptodepartment_2) VALUES (80, 'CT', 44, 'Leer', '', 'Rampe'), (81, 'CT', 44, 'Tor', 'Tor', '2'), (82, 'CT', 44, 'Leer', 'Hof', '');
UPDATE customer SET department_1 = '', department_2 = 'Kasse' WHERE id = 40;
UPDATE customer SET department_1 = 'Buch', department_2 = '' WHERE id = 41;
UPDATE customer SET department_1 = 'Einkauf', department_2 = 'Lager' WHERE id = 43;
-- A line without its own text, and with a factor that is none.
UPDATE invoice SET description = '', price_factor = 0 WHERE id = 21;
