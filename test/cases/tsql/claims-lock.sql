declare @granted int;
exec @granted = sys.sp_getapplock @Resource = @p1, @LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = 5000;
if @granted < 0 begin
  ;throw 50000, 'The table of claims is being made by another instance of this service.', 1;
end
