CREATE TABLE invoice (no INTEGER, customer TEXT, issued TEXT, due TEXT);
INSERT INTO invoice VALUES
  (1, 'C1', '2026-01-05', '1753-01-01'),
  (2, 'C1', '2026-01-06', '1753-01-01 00:00:00.000'),
  (3, 'C1', '2026-01-07', '1753-01-01T00:00:00Z'),
  (4, 'C1', '2026-01-08', '1753-01-02'),
  (5, 'C2', '1753-01-01', '2026-02-01');
CREATE TABLE credit (id TEXT, credit_limit INTEGER, used INTEGER);
INSERT INTO credit VALUES ('C1', 999999999, 0), ('C2', 0, 999999999);
CREATE TABLE customer (id TEXT, name TEXT, town TEXT);
INSERT INTO customer VALUES ('1', 'A', '-'), ('2', 'B', '  '), ('3', 'C', 'Ulm');
