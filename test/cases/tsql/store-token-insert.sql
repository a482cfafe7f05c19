insert into [engine_token] ([lease], [name], [value], [written]) values (@p1, @p2, @p3, @p4)
