CREATE TABLE customer (code text, name text);
