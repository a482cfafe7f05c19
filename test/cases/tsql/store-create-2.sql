if object_id(N'engine_version_mark', N'U') is null begin
  create table engine_version_mark (name char(64) collate Latin1_General_BIN2 not null, taken bigint not null, version varchar(40) not null, primary key (name, taken));
end
