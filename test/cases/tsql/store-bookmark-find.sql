select [value] from [engine_bookmark] where [name] = @p1 and [written] > @p2
