CREATE TABLE invoice (id INTEGER);
INSERT INTO invoice VALUES (1);
CREATE TABLE bank (code TEXT, owner TEXT);
INSERT INTO bank VALUES ('A', 'anna'), ('B', NULL);
CREATE TABLE rule (code TEXT, owner TEXT);
INSERT INTO rule VALUES ('A', 'anna'), ('B', 'bert');
CREATE TABLE payment (id INTEGER PRIMARY KEY, ref TEXT, bank TEXT, owner TEXT);
