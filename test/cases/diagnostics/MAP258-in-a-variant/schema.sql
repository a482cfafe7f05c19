CREATE TABLE customer9 (code TEXT, name TEXT);
