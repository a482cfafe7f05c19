CREATE TABLE customer_price (customer TEXT, item TEXT, price REAL);
INSERT INTO customer_price VALUES ('C1', 'A', 0);
CREATE TABLE item (id TEXT, price REAL, kind TEXT);
INSERT INTO item VALUES ('A', 9.5, 'L'), ('B', 8, 'X'), ('C', NULL, 'L');
CREATE TABLE debtor_view (id INTEGER, name TEXT);
INSERT INTO debtor_view VALUES (1, 'a'), (2, 'b'), (3, 'c');
