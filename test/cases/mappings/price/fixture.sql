CREATE TABLE price (item TEXT, price, src TEXT);
INSERT INTO price VALUES ('A', '0.00', 'gift'), ('B', NULL, 'list'), ('C', '1.2300', NULL), ('D', 'on request', 'list'), ('E', 1, 'x'), ('E', 2, 'y'), ('F', -0.5, 'refund');
