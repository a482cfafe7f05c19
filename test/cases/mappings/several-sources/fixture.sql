CREATE TABLE customer (id INTEGER, name TEXT, town TEXT, currency TEXT);
INSERT INTO customer VALUES (1, 'Acme', 'old', 'EUR'), (2, 'Beta', 'Ulm', NULL);
