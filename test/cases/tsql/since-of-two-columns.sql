select q.* from (select i.Id as erpId, i.PostingDate as issueDate, i.Changed as _changed from dbo.Invoice as i
) as q where q.[issueDate] >= @p1 and (q.[issueDate] > @p2 or q.[_changed] >= @p3 or q.[_changed] is null) order by q.[issueDate] desc, q.[erpId] desc offset @p4 rows fetch next @p5 rows only
