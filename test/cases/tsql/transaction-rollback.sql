if @@trancount > 0 rollback transaction;
set transaction isolation level read committed;
select @@trancount as open_transactions;
