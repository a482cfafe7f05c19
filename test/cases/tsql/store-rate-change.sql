update [engine_rate] set [log] = @p1, [revision] = revision + 1 where [name] = @p2 and [revision] = @p3
