with open_items (id, rest) as (select id, amount - paid from dbo.Item where kind = ':x)' and branch = @p1),
     [select] as (select id, sum(rest) as rest from open_items group by id)
select top (@p2) q.* from (select id as erpId, rest from [select] -- the rest

) as q order by q.[erpId]
