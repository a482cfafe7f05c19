set transaction isolation level snapshot;
begin transaction;
