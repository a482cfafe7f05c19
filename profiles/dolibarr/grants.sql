-- The login of the service. Put in its password, the network of the service, the database and the prefix of the tables.
CREATE USER 'middleware'@'10.0.0.%' IDENTIFIED BY 'a long password';
GRANT SELECT ON dolibarr.* TO 'middleware'@'10.0.0.%';
GRANT INSERT, UPDATE ON dolibarr.llx_commande TO 'middleware'@'10.0.0.%';
GRANT INSERT ON dolibarr.llx_commandedet TO 'middleware'@'10.0.0.%';
GRANT CREATE, INSERT, UPDATE, DELETE ON dolibarr.engine_claims TO 'middleware'@'10.0.0.%';
