update [engine_claims] set [result] = @p1 where [id] = @p2
