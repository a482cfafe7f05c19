set xact_abort on;
set nocount on;
set lock_timeout 5000;
set dateformat ymd;
set transaction isolation level read committed;
