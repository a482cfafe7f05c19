update [engine_token] set [lease] = @p1 where [name] = @p2 and [lease] = @p3
