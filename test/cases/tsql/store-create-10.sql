if object_id(N'engine_audit', N'U') is null begin
  create table engine_audit (id varchar(36) not null primary key, changed_at bigint not null, actor nvarchar(max) collate Latin1_General_BIN2 not null, via varchar(10) collate Latin1_General_BIN2 not null, action varchar(10) collate Latin1_General_BIN2 not null, company char(64) collate Latin1_General_BIN2 not null, name nvarchar(max) collate Latin1_General_BIN2 not null, revision bigint not null, request_id nvarchar(max) collate Latin1_General_BIN2 not null, details nvarchar(max) collate Latin1_General_BIN2 not null);
  create index engine_audit_changed_at on engine_audit (changed_at);
  create index engine_audit_company_changed_at on engine_audit (company, changed_at);
end
