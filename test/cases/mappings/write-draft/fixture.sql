CREATE TABLE item (id INTEGER, sku TEXT, price REAL);
INSERT INTO item VALUES (1, 'A', 1.5), (2, 'B', 2.5), (3, 'TWICE', 1), (4, 'TWICE', 1), (5, 'FREE', NULL);
CREATE TABLE period (open INTEGER, currency TEXT);
INSERT INTO period VALUES (1, 'EUR'), (0, 'USD');
CREATE TABLE orders (id INTEGER PRIMARY KEY, ref TEXT UNIQUE, customer TEXT, currency TEXT, created TEXT);
CREATE TABLE line (order_id INTEGER, no INTEGER, item INTEGER, qty INTEGER CHECK (qty < 1000), price REAL);
