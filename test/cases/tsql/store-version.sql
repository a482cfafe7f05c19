select max([version]) as [version] from [engine_store_version]
