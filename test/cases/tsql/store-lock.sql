declare @granted int;
exec @granted = sys.sp_getapplock @Resource = N'engine_store_version', @LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = 5000;
if @granted < 0 begin
  ;throw 50000, 'The store is being migrated by another instance of this service.', 1;
end
