update [engine_claims] set [payload] = @p1, [created_at] = @p2, [free_since] = null where [id] = @p3 and [free_since] is not null
