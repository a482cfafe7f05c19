insert into [engine_version_mark] ([name], [taken], [version]) values (@p1, @p2, @p3)
