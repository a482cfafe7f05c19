INSERT INTO CLIENT VALUES
  ('C001', 'Ateliers Girard', 'Lyon', 'compta@girard.example', 'A', 5000, 1180.40, 'EUR', 30, 'N'),
  ('C002', 'Garage de l''Étoile', 'Dijon', '', 'B', 0, -24.00, 'EUR', 30, 'N'),
  ('C003', 'Menuiserie Lefèvre & Fils', 'Annecy', 'lefevre@example.fr; bureau@lefevre.example', 'A', 1500, 0, 'EUR', 60, 'N'),
  ('C004', 'Mairie de Saint-Loup', 'Saint-Loup', 'achats@saint-loup.example', 'B', 0, 0, 'EUR', 45, 'N'),
  ('C099', 'Ancien Client SARL', 'Metz', '', 'B', 0, 0, 'EUR', 30, 'O');
INSERT INTO ADRESSE VALUES
  (1, 'C001', 'F', 'Siège', '12 rue des Forges', '69007', 'Lyon'),
  (2, 'C001', 'L', 'Atelier nord', '3 quai Sédallian', '69009', 'Lyon'),
  (3, 'C002', 'L', 'Garage', '8 place de la République', '21000', 'Dijon');
INSERT INTO ARTICLE VALUES
  ('M-100', 'Marteau de menuisier 315 g', 18.90, 'N'),
  ('M-100X', 'Marteau de menuisier 500 g', 24.50, 'N'),
  ('P-200', 'Pince universelle 180 mm', 12.40, 'N'),
  ('S-010', 'Scie égoïne 500 mm', 16.75, 'N'),
  ('V-4X40', 'Vis à bois 4 x 40, 100 %  inox, les 200', 9.125, 'N'),
  ('Z-SPEC', 'Outil sur mesure', NULL, 'N'),
  ('M-090', 'Marteau, ancien modèle', 15.00, 'O');
INSERT INTO PRIXCLI VALUES
  ('C001', 'M-100', 16.00, '2024-01-01', '1900-01-01'),
  ('C001', 'P-200', 10.00, '2020-01-01', '2020-12-31');
INSERT INTO TARIF VALUES ('A', 'M-100', 17.50), ('A', 'P-200', 11.60);
INSERT INTO CDE VALUES
  (1, 'C001', '2026-03-02', 'L', 'BC-881', 'M', '2026-03-02 09:14:00'),
  (2, 'C001', '2026-04-10', 'V', 'BC-902', 'M', '2026-04-10 16:40:00'),
  (3, 'C002', '2026-04-12', 'A', '', 'M', '2026-04-12 08:05:00'),
  (4, 'C003', '2026-05-04', 'V', 'LF/17', 'M', '2026-05-04 11:30:00');
INSERT INTO CDELIG VALUES
  (1, 1, 'M-100', 20, 16.00), (1, 2, 'V-4X40', 50, 9.125),
  (2, 1, 'M-100', 5, 16.00),
  (3, 1, 'P-200', 2, 12.40),
  (4, 1, 'S-010', 4, 16.75);
INSERT INTO FACTURE VALUES
  (1, 'F26-0001', 'F', 'C001', '2026-03-05', '2026-04-04', 'EUR', 931.50, 0, 'V', '2026-03-05 10:00:00'),
  (2, 'F26-0002', 'F', 'C001', '2026-04-15', '2026-05-15', 'EUR', 1180.40, 1180.40, 'V', '2026-04-15 10:00:00'),
  (3, 'A26-0001', 'A', 'C002', '2026-04-20', '1900-01-01', 'EUR', 24.00, 24.00, 'V', '2026-04-20 15:30:00'),
  (4, 'F26-0003', 'F', 'C003', '2026-05-06', '2026-07-05', 'EUR', 80.40, 0, 'X', '2026-05-07 09:00:00'),
  (5, 'F26-0004', 'F', 'C003', '2026-05-07', '2026-07-06', 'EUR', 67.00, 67.00, 'B', '2026-05-07 09:10:00');
INSERT INTO FACLIG VALUES
  (1, 1, 'Marteau de menuisier 315 g', 20, 16.00, 320.00),
  (1, 2, 'Vis à bois 4 x 40', 50, 9.125, 456.25),
  (1, 3, 'TVA 20 %', 1, 155.25, 155.25),
  (2, 1, 'Marteau de menuisier 315 g', 60, 16.00, 960.00),
  (2, 2, 'Transport', 1, 23.6667, 23.67),
  (2, 3, 'TVA 20 %', 1, 196.73, 196.73),
  (3, 1, 'Pince universelle 180 mm, reprise', 2, 12.00, 24.00),
  (4, 1, 'Scie égoïne 500 mm', 4, 16.75, 67.00),
  (4, 2, 'TVA 20 %', 1, 13.40, 13.40),
  (5, 1, 'Scie égoïne 500 mm', 4, 16.75, 67.00);
INSERT INTO REGLT VALUES
  (1, 1, '2026-04-03', 931.50, 'CIC', '', 'N'),
  (2, 2, '2026-05-12', 180.40, 'CIC', '', 'O');
INSERT INTO ECRIT VALUES
  (1, 'C001', '2026-03-05', 'F26-0001', 'Facture', 931.50),
  (2, 'C001', '2026-04-03', 'R1', 'Règlement', -931.50),
  (3, 'C001', '2026-04-15', 'F26-0002', 'Facture', 1180.40),
  (4, 'C001', '2026-05-12', 'R2', 'Règlement', -180.40),
  (5, 'C001', '2026-05-13', 'R2', 'Règlement rejeté', 180.40),
  (6, 'C002', '2026-04-20', 'A26-0001', 'Avoir', -24.00),
  (7, 'C003', '2026-05-06', 'F26-0003', 'Facture', 80.40),
  (8, 'C003', '2026-05-07', 'F26-0003', 'Facture annulée', -80.40);
