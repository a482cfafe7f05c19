if object_id(N'engine_store_version', N'U') is null begin
  create table engine_store_version (version integer not null primary key, applied_at char(24) not null);
end
