insert into [engine_bookmark] ([name], [value], [written]) values (@p1, @p2, @p3)
