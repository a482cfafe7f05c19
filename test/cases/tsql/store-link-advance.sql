update [engine_connect_link] set [progress] = @p1, [revision] = @p2 where [name] = @p3 and [revision] = @p4 and [expires] > @p5
