CREATE TABLE customer (id INTEGER, name TEXT);
INSERT INTO customer VALUES
  (1, 'North Bolt Works'), (2, 'Bolt'), (3, 'Works of Bolt North'), (4, 'BOLT & Co'), (5, 'Nut'),
  (6, '100% Cotton'), (7, '100 Cotton'), (8, 'A_B'), (9, 'AxB'), (10, 'O''Hara [a-z]'), (11, 'ÄRZTE'), (12, 'Bolt');
