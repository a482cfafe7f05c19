CREATE TABLE ledger7 (code TEXT, name TEXT);
