CREATE TABLE debtor (id INTEGER);
INSERT INTO debtor VALUES (4), (1), (3), (2);
