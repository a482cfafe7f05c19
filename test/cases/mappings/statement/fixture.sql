CREATE TABLE customer (id TEXT, currency TEXT, forward, balance);
INSERT INTO customer VALUES
  ('C1', 'EUR', '100.10', '130.4'), ('MIXED', 'EUR', 0, 1), ('NULLS', 'EUR', 0, NULL), ('OFF', 'EUR', 0, 99),
  ('EMPTY', 'usd', NULL, 0), ('NOCURR', NULL, 0, 0);
CREATE TABLE entry (customer TEXT, no INTEGER, day TEXT, doc TEXT, kind TEXT, amount, currency TEXT);
INSERT INTO entry VALUES
  ('C1', 1, '2025-02-28', 'R0', 'I', 0.1, NULL),
  ('C1', 2, '2025-03-01', 'R1', 'I', 0.2, NULL),
  ('C1', 5, '2026-03-31 23:59:59', 'P2', 'P', -70, 'EUR'),
  ('C1', 4, '2026-03-31', 'R2', 'I', '150.00', 'EUR'),
  ('C1', 6, '2026-04-01', NULL, 'X', -50, NULL),
  ('MIXED', 1, '2026-03-01', 'R', 'I', 1, 'USD'),
  ('NULLS', 1, '2020-01-01', 'R', 'I', NULL, 'EUR'),
  ('NULLS', 2, '2026-03-02', 'R', 'I', NULL, 'EUR'),
  ('OFF', 1, '2026-03-01', 'R', 'I', 98.99, 'EUR');
