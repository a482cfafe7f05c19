select [written] from [engine_bookmark] where [written] <= @p1 order by [written] asc offset 499 rows fetch next 1 rows only
