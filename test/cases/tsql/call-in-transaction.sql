declare @engine_returned int, @engine_out1 numeric(19,5) = @p1, @engine_out2 int;
declare @engine_mark nvarchar(255) = concat(N'engine call ', @@spid), @engine_held int;
exec @engine_held = sys.sp_getapplock @Resource = @engine_mark, @LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = 0;
exec @engine_returned = dbo.taSopHdrIvcInsert @I_vSOPNUMBE = @p2, @IO_vAmount = @engine_out1 output, @O_iErrorState = @engine_out2 output;
if @@trancount <> 1 or xact_state() <> 1 or applock_mode(N'public', @engine_mark, N'Transaction') = N'NoLock' begin
  ;throw 50000, 'The procedure ended the transaction that it was called in.', 1;
end;
select @engine_returned as [engine_returned], @engine_out1 as [IO_vAmount], @engine_out2 as [O_iErrorState];
