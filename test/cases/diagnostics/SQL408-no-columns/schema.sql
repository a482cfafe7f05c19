CREATE TABLE customer (code text);
