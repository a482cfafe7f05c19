select [revision] from [engine_company_change] where [id] = @p1
