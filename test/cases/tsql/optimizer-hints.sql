select top (@p1) q.* from (select a.No as erpId from dbo.Address as a where a.Town = @p2 order by a.No 
offset 0 rows
) as q order by q.[erpId]
option (recompile)
