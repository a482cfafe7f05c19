insert into [engine_connect_link] ([expires], [installation], [name], [progress], [revision], [source]) values (@p1, @p2, @p3, @p4, @p5, @p6)
