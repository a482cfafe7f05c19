select top (1) [version] from [engine_version_mark] where [name] = @p1 and [taken] <= @p2 order by [taken] desc
