select top (@p1) q.* from (select a.No as erpId from dbo.Address as a order by a.IsDefault desc, a.No
offset 0 rows
) as q
