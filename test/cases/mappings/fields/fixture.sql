CREATE TABLE credit (id TEXT, lim, lim2, used, extra);
INSERT INTO credit VALUES ('C1', NULL, 5, 0.3, 0.1), ('C2', 0, 5, 0, 1), ('C3', NULL, NULL, '12345678901234567.89', NULL);
CREATE TABLE invoice (id INTEGER, day TEXT, days INTEGER);
INSERT INTO invoice VALUES (1, '2028-02-28', 2), (2, '2026-12-31', 1), (3, '2026-03-01', -1), (4, '2026-03-01', NULL);
CREATE TABLE line (invoice INTEGER, text TEXT, qty, price);
INSERT INTO line VALUES (1, 'a', 3, 1.1), (1, 'zero', 0, 5),
  (2, 'half', 1, 1.005), (2, 'half', -1, 1.005), (2, 'half', 1, 2.675),
  (3, 'big', 1, '12345678901234567.895');
