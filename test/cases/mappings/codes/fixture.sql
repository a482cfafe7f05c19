CREATE TABLE orders (id INTEGER, customer TEXT, state);
INSERT INTO orders VALUES (1, 'C1', 0), (2, 'C1', '01'), (3, 'C1', 1.0), (4, 'C1', ' 1 '), (5, 'C1', '1e2'), (6, 'C2', 9), (7, 'C3', NULL);
