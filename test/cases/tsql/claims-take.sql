update [engine_claims] set [installation] = @p1, [payload] = @p2, [created_at] = @p3, [free_since] = null where [id] = @p4 and [free_since] is not null
