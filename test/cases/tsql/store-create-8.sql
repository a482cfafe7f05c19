if object_id(N'engine_company', N'U') is null begin
  create table engine_company (id char(64) collate Latin1_General_BIN2 not null primary key, name nvarchar(max) collate Latin1_General_BIN2 not null, entry nvarchar(max) collate Latin1_General_BIN2 not null, api_keys nvarchar(max) collate Latin1_General_BIN2 not null, variables nvarchar(max) not null, state varchar(10) collate Latin1_General_BIN2 not null, revision bigint not null, changed_at bigint not null);
end
