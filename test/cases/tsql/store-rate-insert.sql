insert into [engine_rate] ([log], [name], [revision]) values (@p1, @p2, 1)
