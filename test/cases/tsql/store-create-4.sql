if object_id(N'engine_rate', N'U') is null begin
  create table engine_rate (name char(64) collate Latin1_General_BIN2 not null primary key, log nvarchar(max) not null, revision bigint not null);
end
