delete from [engine_bookmark] where [written] <= @p1
