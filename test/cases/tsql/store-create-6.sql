if object_id(N'engine_lock', N'U') is null begin
  create table engine_lock (name char(64) collate Latin1_General_BIN2 not null primary key, claim char(64) collate Latin1_General_BIN2 not null, owner nvarchar(max) collate Latin1_General_BIN2 not null);
end
