CREATE TABLE address (id, customer TEXT, label TEXT, text TEXT, kind TEXT);
INSERT INTO address VALUES
  (1,          'C1', 'Head office   ', 'Hafenstraße 4' || char(13, 10) || '  20457 Hamburg  ' || char(10) || char(10) || 'DE   ', 'billing   '),
  (2.0,        'C1', NULL, NULL, 'shipping'),
  ('L"3\',     'C1', '東京 "倉庫"', 'a	b', 'shipping'),
  ('broken',   'C1', 'x', 'y', 'delivery');
CREATE TABLE customer (id TEXT, currency TEXT);
INSERT INTO customer VALUES ('C1', ' eur '), ('C2', 'EURO'), ('C3', NULL);
