declare @granted int;
exec @granted = sys.sp_getapplock @Resource = @p1, @LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = 5000;
if @granted < 0 begin
  ;throw 2000001222, 'A lock was not granted: another transaction holds it.', 1;
end;
