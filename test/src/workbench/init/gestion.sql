-- An invented French ERP on MySQL or MariaDB: no foreign keys at all, yes and no as O and N, reserved words as names.
CREATE TABLE clients (
  id_client INT UNSIGNED NOT NULL PRIMARY KEY,
  raison_sociale VARCHAR(60) NOT NULL,
  rue VARCHAR(60),
  code_postal VARCHAR(10),
  ville VARCHAR(40),
  courriel VARCHAR(80),
  devise CHAR(3) NOT NULL,
  bloque ENUM('O', 'N') NOT NULL,
  remarque TEXT
) CHARACTER SET utf8mb4;
CREATE TABLE articles (
  id_article INT NOT NULL PRIMARY KEY,
  code_article VARCHAR(20) NOT NULL UNIQUE,
  libelle VARCHAR(80) NOT NULL,
  prix DECIMAL(12,4)
) CHARACTER SET utf8mb4;
CREATE TABLE factures (
  id_facture BIGINT NOT NULL PRIMARY KEY,
  numero_facture VARCHAR(20) NOT NULL UNIQUE,
  id_client INT UNSIGNED NOT NULL,
  date_facture DATE NOT NULL,
  date_echeance DATE,
  montant_ttc DECIMAL(12,2) NOT NULL,
  restant DECIMAL(12,2) NOT NULL,
  etat VARCHAR(10) NOT NULL
) CHARACTER SET utf8mb4;
CREATE TABLE lignes_facture (
  id_facture BIGINT NOT NULL,
  ligne INT NOT NULL,
  `desc` VARCHAR(80),
  quantite DECIMAL(12,3) NOT NULL,
  prix_unitaire DECIMAL(12,4) NOT NULL,
  montant DECIMAL(12,2) NOT NULL,
  PRIMARY KEY (id_facture, ligne)
) CHARACTER SET utf8mb4;
CREATE TABLE reglements (
  id_reglement INT NOT NULL PRIMARY KEY,
  id_facture BIGINT NOT NULL,
  date_reglement DATE NOT NULL,
  montant DECIMAL(12,2) NOT NULL
) CHARACTER SET utf8mb4;

INSERT INTO clients VALUES
  (1, 'Boulangerie d''Été', '12 rue du Port', '44000', 'Nantes', 'contact@ete.test', 'EUR', 'N', 'Rappeler\\Madame "Petit"; demain'),
  (2, 'Garage Müller', NULL, NULL, NULL, NULL, 'EUR', 'O', NULL);
INSERT INTO articles VALUES (10, 'FAR-25', 'Farine 25 kg', 18.9), (11, 'LEV', 'Levure', NULL);
INSERT INTO factures VALUES
  (100, 'F-100', 1, '2026-03-01', '2026-03-31', 37.8, 37.8, 'validee'),
  (101, 'F-101', 2, '2026-03-02', NULL, 18.9, 0, 'payee');
INSERT INTO lignes_facture VALUES (100, 1, 'Farine 25 kg', 2, 18.9, 37.8), (101, 1, 'Farine 25 kg', 1, 18.9, 18.9);
INSERT INTO reglements VALUES (7, 101, '2026-03-09', 18.9);
