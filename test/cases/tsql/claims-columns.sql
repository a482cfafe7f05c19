select * from [engine_claims] where 1 = 0
