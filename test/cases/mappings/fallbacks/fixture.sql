CREATE TABLE item (id INTEGER, sku TEXT, description TEXT);
INSERT INTO item VALUES (11, 'A1', NULL), (12, 'A2', '   '), (13, 'A3', 'Bolt');
