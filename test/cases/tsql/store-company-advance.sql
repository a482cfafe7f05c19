update [engine_company_change] set [revision] = revision + 1 where [id] = @p1
