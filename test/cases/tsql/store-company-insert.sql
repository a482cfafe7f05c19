insert into [engine_company] ([api_keys], [changed_at], [entry], [id], [name], [revision], [state], [variables]) values (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8)
