select [installation], [source], [expires], [progress], [revision] from [engine_connect_link] where [name] = @p1 and [expires] > @p2
