update [engine_bookmark] set [value] = @p1, [written] = @p2 where [name] = @p3
