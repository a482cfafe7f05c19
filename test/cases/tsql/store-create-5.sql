if object_id(N'engine_token', N'U') is null begin
  create table engine_token (name char(64) collate Latin1_General_BIN2 not null primary key, value nvarchar(max) not null, lease varchar(36) not null, written bigint not null);
end
