declare @engine_returned int, @engine_out1 numeric(19,5) = @p1, @engine_out2 int;
begin transaction;
exec @engine_returned = dbo.taSopHdrIvcInsert @I_vSOPNUMBE = @p2, @IO_vAmount = @engine_out1 output, @O_iErrorState = @engine_out2 output;
if @@trancount > 0 rollback transaction;
select @engine_returned as [engine_returned], @engine_out1 as [IO_vAmount], @engine_out2 as [O_iErrorState];
