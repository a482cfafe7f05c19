-- The login of the service. Put in its password, the network of the service, the database and the prefix of the tables. It reads the tables that the
-- profile names, and no others: llx_user, with the digests of passwords, is none of them. llx_const may hold the password of a mail server.
CREATE USER 'middleware'@'10.0.0.%' IDENTIFIED BY 'a long password';
GRANT SELECT ON dolibarr.llx_const TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_c_country TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_c_tva TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_c_typent TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_c_type_contact TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_c_paiement TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_multicurrency TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_multicurrency_rate TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_bank_account TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_societe TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_socpeople TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_societe_contacts TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_societe_remise_except TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_product TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_product_price TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_product_customer_price TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_facture TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_facturedet TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_paiement TO 'middleware'@'10.0.0.%';
GRANT SELECT ON dolibarr.llx_paiement_facture TO 'middleware'@'10.0.0.%';
-- Draft orders: rows are added, and of the order its reference and totals are set behind its lines.
GRANT SELECT, INSERT, UPDATE (ref, total_ht, total_tva, total_ttc, multicurrency_total_ht, multicurrency_total_tva, multicurrency_total_ttc)
  ON dolibarr.llx_commande TO 'middleware'@'10.0.0.%';
GRANT SELECT, INSERT ON dolibarr.llx_commandedet TO 'middleware'@'10.0.0.%';
-- What was written under which key: the one table of the service's own.
GRANT CREATE, SELECT, INSERT, UPDATE ON dolibarr.engine_claims TO 'middleware'@'10.0.0.%';
