alter table [engine_claims] add [free_since] nvarchar(max) null
