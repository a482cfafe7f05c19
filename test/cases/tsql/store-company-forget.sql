delete from [engine_audit] where [changed_at] < @p1
