update dbo.Item set Blocked = 1 -- all of them
;select @@rowcount as engine_affected
