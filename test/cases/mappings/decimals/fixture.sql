CREATE TABLE payment (id INTEGER PRIMARY KEY, amount); -- no type: each row keeps what it is given
INSERT INTO payment VALUES
  (1, '98765432109876543.21'),
  (2, 0.1 + 0.2),
  (3, 12.30),
  (4, '-0.00'),
  (5, 9007199254740993),
  (6, '1e3'),
  (7, '  7.50 '),
  (8, 2.675),
  (9, '-123456789012345678901234567890.1200'),
  (10, 1e21),
  (11, 3 * 1.1 - 3.3 + 0.25);
