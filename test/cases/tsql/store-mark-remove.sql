delete from [engine_version_mark] where [name] = @p1 and [taken] <= @p2
