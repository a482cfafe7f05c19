CREATE TABLE customer (id INTEGER);
INSERT INTO customer VALUES (7), (8);
CREATE TABLE invoice (id INTEGER PRIMARY KEY, ref TEXT, debtor INTEGER, total, due TEXT, status TEXT);
CREATE TABLE line (invoice INTEGER, no INTEGER, amount);
CREATE TABLE payment (id INTEGER PRIMARY KEY, ref TEXT, invoice INTEGER, amount, bank TEXT);
