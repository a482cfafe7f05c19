set transaction isolation level read committed;
begin transaction;
