if @@trancount <> 1 or xact_state() <> 1 begin
  ;throw 50000, 'The transaction had ended before its commit.', 1;
end;
commit transaction;
select @@trancount as open_transactions;
