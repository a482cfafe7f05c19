select top (@p1) q.* from (select c.No as erpId, c.Name as erpName, c.[Search Name] from dbo.Customer as c where c.Branch = @p2
) as q order by lower(cast(q.[erpName] as nvarchar(max))), q.[erpId]
