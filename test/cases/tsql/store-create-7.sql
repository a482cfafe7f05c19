if object_id(N'engine_connect_link', N'U') is null begin
  create table engine_connect_link (name char(64) collate Latin1_General_BIN2 not null primary key, installation nvarchar(max) collate Latin1_General_BIN2 not null, source nvarchar(max) collate Latin1_General_BIN2 not null, expires bigint not null, progress nvarchar(max) not null, revision integer not null);
end
