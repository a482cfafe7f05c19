CREATE TABLE invoice (type INTEGER, no INTEGER, debtor TEXT);
INSERT INTO invoice VALUES (1, 7, 'C1'), (1, 8, 'c2'), (2, 7, 'C1');
CREATE TABLE line (type INTEGER, no INTEGER, pos INTEGER, text TEXT, price REAL);
INSERT INTO line VALUES (2, 7, 2, 'credit b', -2), (1, 7, 1, 'one', 1.10), (2, 7, 1, NULL, -1), (2, 8, 1, 'of no invoice here', 5);
CREATE TABLE debtor (code TEXT COLLATE NOCASE, name TEXT);
INSERT INTO debtor VALUES ('C1', 'Acme'), ('C2', 'Beta');
