declare @granted int;
exec @granted = sys.sp_getapplock @Resource = @p1, @LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = 5000;
if @granted < 0 begin
  ;throw 2000001222, 'A lock was not granted: another transaction holds it.', 1;
end;
insert into [engine_claims] ([id], [installation], [endpoint], [natural_key], [payload], [created_at]) select cast(@p2 as char(64)), cast(@p3 as nvarchar(max)), cast(@p4 as nvarchar(max)), cast(@p5 as nvarchar(max)), cast(@p6 as char(64)), cast(@p7 as nvarchar(max)) where not exists (select 1 from [engine_claims] where [id] = cast(@p8 as char(64)))
