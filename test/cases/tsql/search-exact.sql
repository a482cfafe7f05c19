select top (@p1) q.* from (select c.No as erpId, c.Name as erpName, c.[Search Name] from dbo.Customer as c where c.Branch = @p2
) as q where (lower(cast(q.[erpName] as nvarchar(max))) = lower(cast(@p3 as nvarchar(max))) or lower(cast(q.[Search Name] as nvarchar(max))) = lower(cast(@p4 as nvarchar(max)))) order by lower(cast(q.[erpName] as nvarchar(max))), q.[erpId]
