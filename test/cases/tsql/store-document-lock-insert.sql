insert into [engine_lock] ([claim], [name], [owner]) values (@p1, @p2, @p3)
