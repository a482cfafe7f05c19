delete from [engine_connect_link] where [name] = @p1 and [revision] = @p2 and [expires] > @p3
