CREATE TABLE doc (id TEXT);
INSERT INTO doc VALUES ('00042');
CREATE TABLE doc_line (doc TEXT, txt TEXT);
INSERT INTO doc_line VALUES ('00042', 'Nails');
CREATE TABLE po (id TEXT COLLATE NOCASE);
INSERT INTO po VALUES ('p1');
CREATE TABLE po_line (po TEXT COLLATE NOCASE, no INTEGER, txt TEXT);
INSERT INTO po_line VALUES ('p1', 1, 'one'), ('P1', 2, 'two'), ('p1', 3, 'three');
