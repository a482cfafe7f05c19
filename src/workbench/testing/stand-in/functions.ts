/** The preparation of a new stand-in database: T-SQL functions, and SQL Server's catalogue views. */

import { catalogue } from './catalogue.ts';

/** The SQLSTATE of these functions for cases that they cannot handle like SQL Server. */
export const gapState = 'TS001';

/** Names of T-SQL functions, in lower case, that are implemented as `tsql_...`. */
export const implementedFunctions: ReadonlySet<string> = new Set(
  `charindex choose date_part dateadd datediff datefromparts datename day eomonth format getdate getutcdate isdate isnumeric len
  month newid object_id patindex quotename replicate scope_identity space str stuff sysdatetime sysutcdatetime round year
  min_active_rowversion`.split(/\s+/),
);

const gap = (message: string): string => `raise exception '${message}' using errcode = '${gapState}'`;

/** Maps the names of a date part to one unit. */
const unit = `create function tsql.unit(part text) returns text language plpgsql immutable as $$ begin
  return case lower(part)
    when 'year' then 'year' when 'yy' then 'year' when 'yyyy' then 'year'
    when 'quarter' then 'quarter' when 'qq' then 'quarter' when 'q' then 'quarter'
    when 'month' then 'month' when 'mm' then 'month' when 'm' then 'month'
    when 'week' then 'week' when 'wk' then 'week' when 'ww' then 'week'
    when 'day' then 'day' when 'dd' then 'day' when 'd' then 'day'
    when 'dayofyear' then 'doy' when 'dy' then 'doy'
    when 'hour' then 'hour' when 'hh' then 'hour'
    when 'minute' then 'minute' when 'mi' then 'minute' when 'n' then 'minute'
    when 'second' then 'second' when 'ss' then 'second' when 's' then 'second'
    when 'millisecond' then 'milliseconds' when 'ms' then 'milliseconds'
  end; end $$`;

/** Counts the boundaries between two times, as DATEDIFF does. */
const datediff = `create function tsql.tsql_datediff(part text, a timestamp, b timestamp) returns bigint language plpgsql immutable as $$
declare one text := tsql.unit(part); x timestamp; y timestamp; begin
  if one is null or one = 'week' then ${gap('DATEDIFF by this part')}; end if;
  if one = 'milliseconds' then return round(extract(epoch from b - a) * 1000); end if;
  if one = 'doy' then one := 'day'; end if;
  x := date_trunc(one, a); y := date_trunc(one, b);
  return case one
    when 'year' then extract(year from y) - extract(year from x)
    when 'quarter' then (extract(year from y) - extract(year from x)) * 4 + extract(quarter from y) - extract(quarter from x)
    when 'month' then (extract(year from y) - extract(year from x)) * 12 + extract(month from y) - extract(month from x)
    when 'day' then extract(epoch from y - x) / 86400
    when 'hour' then extract(epoch from y - x) / 3600
    when 'minute' then extract(epoch from y - x) / 60
    else extract(epoch from y - x) end; end $$`;

const step = `case tsql.unit(part) when 'year' then make_interval(years => n) when 'quarter' then make_interval(months => 3 * n)
  when 'month' then make_interval(months => n) when 'week' then make_interval(weeks => n) when 'hour' then make_interval(hours => n)
  when 'minute' then make_interval(mins => n) when 'second' then make_interval(secs => n)
  when 'milliseconds' then make_interval(secs => n / 1000.0) else make_interval(days => n) end`;

/** A pattern of LIKE: characters in brackets are ordinary ones, and so is a backslash. */
const pattern = `create function tsql.pattern(given text) returns text language plpgsql immutable as $$
declare made text := ''; i int := 1; c text; begin
  if given is null then return null; end if;
  -- A set of no characters is matched by nothing.
  if given = '[]' then return E'\\\\uFFFF'; end if;
  while i <= length(given) loop
    c := substr(given, i, 1);
    if c = '\\' then made := made || '\\\\';
    elsif c = '[' and substr(given, i + 2, 1) = ']' then
      made := made || '\\' || substr(given, i + 1, 1); i := i + 2;
    elsif c = '[' then ${gap('LIKE with a set of characters')};
    else made := made || c; end if;
    i := i + 1;
  end loop;
  return made; end $$`;

const convert = `create function tsql.convert_time(a timestamp, style int) returns text language plpgsql stable as $$
declare form text := case style
    when 23 then 'YYYY-MM-DD' when 101 then 'MM/DD/YYYY' when 102 then 'YYYY.MM.DD' when 103 then 'DD/MM/YYYY'
    when 104 then 'DD.MM.YYYY' when 105 then 'DD-MM-YYYY' when 108 then 'HH24:MI:SS' when 110 then 'MM-DD-YYYY'
    when 111 then 'YYYY/MM/DD' when 112 then 'YYYYMMDD' when 114 then 'HH24:MI:SS:MS' when 20 then 'YYYY-MM-DD HH24:MI:SS'
    when 120 then 'YYYY-MM-DD HH24:MI:SS' when 21 then 'YYYY-MM-DD HH24:MI:SS.MS' when 121 then 'YYYY-MM-DD HH24:MI:SS.MS'
    when 126 then 'YYYY-MM-DD"T"HH24:MI:SS.MS' end; begin
  if form is null then ${gap('CONVERT in this style')}; end if;
  return to_char(a, form); end $$`;

const sql = (signature: string, body: string, kind = 'immutable'): string =>
  `create function tsql.${signature} language sql ${kind} as $$ select ${body} $$`;

/** Executed in this order in a new database, before its fixture is loaded. */
export const preparation: readonly string[] = [
  'create extension if not exists citext',
  'create schema tsql',
  'create schema sys',
  'create schema dbo',
  'create sequence tsql.versions start 2001',
  unit,
  datediff,
  pattern,
  convert,
  sql('convert_time(a numeric, style int) returns text', 'a::text'),
  sql('convert_time(a text, style int) returns text', 'a'),
  sql('tsql_dateadd(part text, n integer, a date) returns date', `(a + ${step})::date`),
  sql('tsql_dateadd(part text, n integer, a timestamp) returns timestamp', `a + ${step}`),
  sql('tsql_date_part(part text, a timestamp) returns integer', 'date_part(tsql.unit(part), a)::integer'),
  sql(
    'tsql_datename(part text, a timestamp) returns text',
    "case tsql.unit(part) when 'month' then to_char(a, 'FMMonth') else date_part(tsql.unit(part), a)::text end",
  ),
  sql('tsql_datefromparts(y integer, m integer, d integer) returns date', 'make_date(y, m, d)'),
  sql('tsql_year(a timestamp) returns integer', 'extract(year from a)::integer'),
  sql('tsql_month(a timestamp) returns integer', 'extract(month from a)::integer'),
  sql('tsql_day(a timestamp) returns integer', 'extract(day from a)::integer'),
  sql(
    'tsql_eomonth(a timestamp, n integer default 0) returns date',
    "(date_trunc('month', a) + make_interval(months => n + 1) - interval '1 day')::date",
  ),
  sql('tsql_getdate() returns timestamp', 'localtimestamp(3)', 'stable'),
  sql('tsql_sysdatetime() returns timestamp', 'localtimestamp', 'stable'),
  sql('tsql_getutcdate() returns timestamp', "date_trunc('milliseconds', now() at time zone 'UTC')", 'stable'),
  sql('tsql_sysutcdatetime() returns timestamp', "now() at time zone 'UTC'", 'stable'),
  sql('tsql_newid() returns uuid', 'gen_random_uuid()', 'volatile'),
  sql('tsql_scope_identity() returns bigint', 'lastval()', 'volatile'),
  sql('tsql_min_active_rowversion() returns bytea', 'int8send(last_value + 1) from tsql.versions', 'stable'),
  sql('tsql_len(a text) returns integer', "length(rtrim(a, ' '))"),
  sql('tsql_charindex(a text, b text) returns integer', 'strpos(lower(b), lower(a))'),
  sql(
    'tsql_charindex(a text, b text, n integer) returns integer',
    'case when strpos(lower(substr(b, n)), lower(a)) = 0 then 0 else strpos(lower(substr(b, n)), lower(a)) + n - 1 end',
  ),
  sql(
    'tsql_stuff(a text, n integer, m integer, b text) returns text',
    "left(a, n - 1) || coalesce(b, '') || substr(a, n + m)",
  ),
  sql('tsql_replicate(a text, n integer) returns text', 'repeat(a, n)'),
  sql('tsql_space(n integer) returns text', "repeat(' ', n)"),
  sql('tsql_quotename(a text) returns text', "'[' || replace(a, ']', ']]') || ']'"),
  sql('tsql_str(a numeric, n integer default 10, d integer default 0) returns text', 'lpad(round(a, d)::text, n)'),
  sql(
    'tsql_isnumeric(a text) returns integer',
    "case when a ~ '^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)\\s*$' then 1 else 0 end",
  ),
  sql('tsql_round(a numeric, n integer) returns numeric', 'round(a, n)'),
  sql(
    'tsql_round(a numeric, n integer, f integer) returns numeric',
    'case when f = 0 then round(a, n) else trunc(a, n) end',
  ),
  sql(
    'try_number(a text) returns numeric',
    "case when a ~ '^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)\\s*$' then a::numeric end",
  ),
  // Truncated texts are compared without case, like the original ones.
  sql('ltrim(a citext) returns citext', 'pg_catalog.ltrim(a::text)::citext'),
  sql('rtrim(a citext) returns citext', 'pg_catalog.rtrim(a::text)::citext'),
  sql('joined(a text, b text) returns text', 'a || b'),
  'create operator dbo.+ (leftarg = text, rightarg = text, function = tsql.joined)',
  // Accepts `[dbo].[Customer]` and `Customer`.
  sql(
    "tsql_object_id(a text, kind text default 'U') returns integer",
    "to_regclass(regexp_replace(lower(a), '[\\[\\]]', '\"', 'g'))::oid::integer",
    'stable',
  ),
  ...catalogue,
];

/** Sets the search path of the database's sessions. `name` is the name of the database. */
export const searchPath = (name: string): string => `alter database ${name} set search_path = dbo, public, tsql`;
