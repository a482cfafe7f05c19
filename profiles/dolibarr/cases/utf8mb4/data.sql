-- Tables in utf8mb4, as Dolibarr's repair page converts them; the connection of Dolibarr may still be in utf8.
ALTER TABLE llx_facturedet MODIFY description text CHARACTER SET utf8mb4;
INSERT INTO llx_const (name, entity, value) VALUES ('MAIN_MONNAIE', 0, 'EUR'), ('MAIN_VERSION_LAST_INSTALL', 0, '23.0.0');
INSERT INTO llx_societe (rowid, nom, client, fk_pays) VALUES (1, 'Atelier Dubois', 1, 1);
