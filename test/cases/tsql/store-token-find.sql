select [value], [lease] from [engine_token] where [name] = @p1
