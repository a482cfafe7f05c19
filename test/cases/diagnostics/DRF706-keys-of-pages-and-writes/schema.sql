CREATE TABLE customer (code TEXT NOT NULL, name TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, ref TEXT, made TEXT, branch INTEGER, UNIQUE (branch, ref));
