delete from [engine_claims] where [id] = @p1
