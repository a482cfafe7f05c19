CREATE TABLE line (customer TEXT, sku TEXT, day TEXT, qty REAL);
INSERT INTO line VALUES ('C1', 'HALF', '2026-01-01', 2.1), ('C1', 'BACK', '2026-01-01', -3.5), ('C1', 'WHOLE', '2026-01-01', 3.0),
  ('C1', 'DUST', '2026-01-01', 0.1), ('C1', 'DUST', '2026-01-01', 0.2), ('C1', 'DUST', '2026-01-01', 1.7);
