select q.* from (select i.Id as erpId, i.PostingDate as issueDate, i.Changed as _changed from dbo.Invoice as i
) as q where q.[issueDate] >= @p1 and (q.[issueDate] > @p2 or (q.[erpId] > @p3)) order by q.[issueDate], q.[erpId] offset @p4 rows fetch next @p5 rows only
