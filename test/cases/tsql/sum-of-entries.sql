select coalesce(sum(cast(q.[amount] as decimal(38,10))), 0) as total, count(*) as n, count(q.[amount]) as filled from (select e.PostingDate as date, e.Amount as amount from dbo.Entry as e
) as q where q.[date] >= @p1 and q.[date] < @p2
