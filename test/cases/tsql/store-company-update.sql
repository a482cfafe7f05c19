update [engine_company] set [name] = @p1, [entry] = @p2, [api_keys] = @p3, [variables] = @p4, [state] = @p5, [revision] = @p6, [changed_at] = @p7 where [id] = @p8
