if object_id(N'engine_company_change', N'U') is null begin
  create table engine_company_change (id integer not null primary key, revision bigint not null);
end
