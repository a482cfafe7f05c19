CREATE TABLE address (id INTEGER, customer TEXT, kind TEXT);
INSERT INTO address VALUES (1, 'C1', 'shipping'), (2, 'C1', 'billing'), (3, 'C2', 'billing');
CREATE TABLE line (customer TEXT, sku TEXT, day TEXT, qty INTEGER);
INSERT INTO line VALUES ('C1', 'A', '2026-01-31', 1), ('C1', 'A', '2026-02-01', 10), ('C1', 'A', '2026-02-28', 100), ('C1', 'A', '2026-03-01', 1000);
