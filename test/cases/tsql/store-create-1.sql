if object_id(N'engine_bookmark', N'U') is null begin
  create table engine_bookmark (name char(64) collate Latin1_General_BIN2 not null primary key, value nvarchar(max) not null, written bigint not null);
  create index engine_bookmark_written on engine_bookmark (written);
end
