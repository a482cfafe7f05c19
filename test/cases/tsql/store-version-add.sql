insert into [engine_store_version] ([applied_at], [version]) values (@p1, @p2)
