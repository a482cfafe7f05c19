select [written] from [engine_bookmark] order by [written] desc offset 1000000 rows fetch next 1 rows only
