update [engine_token] set [value] = @p1, [lease] = @p2, [written] = @p3 where [name] = @p4
