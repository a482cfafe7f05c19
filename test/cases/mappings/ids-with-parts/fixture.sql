CREATE TABLE customer (company INTEGER, code TEXT, name TEXT);
INSERT INTO customer VALUES (7, 'A:1', 'Alpha'), (7, '50%', 'Beta'), (8, '%3A', 'Gamma');
CREATE TABLE address (company INTEGER, code TEXT, no INTEGER);
INSERT INTO address VALUES (7, 'A:1', 1), (7, 'A:1', 2), (8, '%3A', 3);
CREATE TABLE price (company INTEGER, item TEXT, variant TEXT, price REAL);
INSERT INTO price VALUES (7, 'BOLT', 'M8', 1.5);
