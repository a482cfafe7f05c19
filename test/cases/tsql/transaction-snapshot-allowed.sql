select snapshot_isolation_state as allowed from sys.databases where database_id = db_id();
