select q.* from (select i.Id as erpId, i.PostingDate as issueDate, i.Changed as _changed from dbo.Invoice as i
) as q where q.[_changed] >= convert(varbinary(8), @p1, 2) order by q.[issueDate] desc, q.[erpId] desc offset @p2 rows fetch next @p3 rows only
