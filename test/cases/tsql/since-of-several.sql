select q.* from (select i.Id as erpId, i.PostingDate as issueDate, i.Changed as _changed from dbo.Invoice as i
) as q where ((q.[_changed] >= @p1) or (q.[issueDate] >= @p2 and (q.[issueDate] > @p3 or q.[erpId] >= @p4 or q.[erpId] is null))) order by q.[issueDate] desc, q.[erpId] desc offset @p5 rows fetch next @p6 rows only
