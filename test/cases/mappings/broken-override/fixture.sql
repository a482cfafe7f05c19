CREATE TABLE item (id INTEGER, sku TEXT, name TEXT);
INSERT INTO item VALUES (1, 'A1', 'Anchor'), (2, NULL, 'Bolt'), (NULL, 'C3', 'Clamp'), (4, 'D4', 'Dowel');
CREATE TABLE payment (id INTEGER, invoice INTEGER, amount TEXT, day TEXT);
INSERT INTO payment VALUES (1, 10, '5.00', '2026-01-01'), (2, 10, 'n/a', '2026-01-02'), (3, 10, '5.00', '2026-01-03');
