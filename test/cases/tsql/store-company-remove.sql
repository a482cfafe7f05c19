delete from [engine_company] where [id] = @p1
