CREATE TABLE doc (id BLOB PRIMARY KEY, no TEXT);
CREATE TABLE doc_line (doc BLOB, txt TEXT);
INSERT INTO doc VALUES (x'0a01', 'R-1');
INSERT INTO doc_line VALUES (x'0a01', 'Nails');
