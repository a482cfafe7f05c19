CREATE TABLE customer (id INTEGER);
INSERT INTO customer VALUES (7);
CREATE TABLE invoice (id INTEGER PRIMARY KEY, ref TEXT, currency TEXT, total TEXT);
CREATE TABLE line (invoice INTEGER, no INTEGER, amount TEXT);
CREATE TABLE payment (id INTEGER PRIMARY KEY, ref TEXT, invoice INTEGER, amount TEXT);
