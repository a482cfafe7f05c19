CREATE TABLE orders (id INTEGER PRIMARY KEY, ref TEXT COLLATE NOCASE);
INSERT INTO orders VALUES (5, 'OLD-1'), (6, 'po-2'), (7, 'TWO'), (8, 'TWO'), (9, 'BOTH'), (10, 'both');
