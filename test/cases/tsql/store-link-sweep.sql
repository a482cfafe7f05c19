delete from [engine_connect_link] where [expires] <= @p1
