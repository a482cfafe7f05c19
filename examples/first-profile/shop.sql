-- A small ERP as found in practice: vendor-specific names, decimal prices, a blank date that means "none".
CREATE TABLE KUNDE (
  KDNR    INTEGER PRIMARY KEY,
  NAME1   VARCHAR(60) NOT NULL,
  ORT     VARCHAR(40),
  GESPERRT_AM DATE NOT NULL
);
CREATE TABLE ARTIKEL (
  ARTNR   VARCHAR(20) PRIMARY KEY,
  TEXT1   VARCHAR(80) NOT NULL,
  VK      DECIMAL(10, 2)
);

INSERT INTO KUNDE VALUES
  (1001, 'Bäckerei Öztürk', 'Köln', '1900-01-01'),
  (1002, 'O''Hara & Sons', 'Cork', '1900-01-01'),
  (1003, 'Old Customer Ltd', NULL, '2024-05-31');
INSERT INTO ARTIKEL VALUES
  ('FLOUR-25', 'Wheat flour, 25 kg', 18.90),
  ('FLOUR-5', 'Wheat flour, 5 kg', 4.35),
  ('YEAST', 'Fresh yeast, 500 g', NULL);
