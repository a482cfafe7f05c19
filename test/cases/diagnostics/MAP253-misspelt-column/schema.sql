CREATE TABLE customer (code TEXT PRIMARY KEY, name TEXT, town TEXT, currency TEXT, balance NUMERIC);
CREATE TABLE item (id INTEGER PRIMARY KEY, sku TEXT, title TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, ref TEXT, customer TEXT, created TEXT);
CREATE TABLE invoice (id INTEGER PRIMARY KEY, doc_no TEXT, customer TEXT, issued TEXT, due TEXT, currency TEXT, total NUMERIC, state TEXT);
CREATE TABLE invoice_line (invoice_id INTEGER, line_text TEXT, qty NUMERIC, price NUMERIC, amount NUMERIC);
