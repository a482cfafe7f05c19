update [engine_claims] set [result] = null, [free_since] = @p1, [released] = @p2 where [id] = @p3
