select q.* from (select i.Id as erpId, i.PostingDate as issueDate, i.Changed as _changed from dbo.Invoice as i
) as q order by (select null) offset @p1 rows fetch next @p2 rows only
