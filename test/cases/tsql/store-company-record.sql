insert into [engine_audit] ([action], [actor], [changed_at], [company], [details], [id], [name], [request_id], [revision], [via]) values (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9, @p10)
