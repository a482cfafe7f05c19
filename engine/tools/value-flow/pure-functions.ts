/**
 * Functions of SQL whose result depends on nothing but their arguments, the clock or chance, in each database that has a function of this name. A function
 * that is not listed may read tables: one of the ERP's own, or one that executes a text, such as `query_to_xml` of PostgreSQL.
 */
const names = `
abs acos asin atan atan2 ceil ceiling cos cot degrees div exp floor ln log log10 log2 mod pi pow power radians rand random round scale sign sin sqrt square tan
trim_scale trunc truncate width_bucket greatest least scalar_max scalar_min
ascii bin bin_to_uuid bit_length btrim char char_length character_length charindex chr concat concat_ws conv difference elt export_set field find_in_set
format from_base64 glob hex initcap insert instr lcase left len length like locate lower lpad ltrim make_set md5 mid nchar normalize oct octet_length ord
overlay parse parsename patindex position printf quote quotename quote_ident quote_literal regexp regexp_count regexp_instr regexp_like regexp_match
regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr repeat replace replicate reverse right rpad rtrim sha sha1 sha2
sha256 soundex space split_part starts_with str strcmp string_to_array string_split strpos stuff substr substring substring_index to_base64 to_char to_hex
translate trim try_parse ucase unaccent f_unaccent name_unaccent unhex unicode unistr upper weight_string zeroblob
add_months adddate addtime age clock_timestamp convert_tz curdate current_date current_time current_timestamp curtime date date_add date_bin date_diff
date_format date_part date_sub date_trunc dateadd datediff datediff_big datefromparts datename datepart datetime datetime2fromparts datetimefromparts
datetrunc day dayname dayofmonth dayofweek dayofyear eomonth extract from_days from_unixtime get_format getdate getutcdate hour isdate isfinite julianday
justify_days justify_hours justify_interval last_day localtime localtimestamp make_date make_interval make_time make_timestamp make_timestamptz makedate
maketime microsecond minute month monthname now period_add period_diff quarter sec_to_time second str_to_date strftime subdate subtime switchoffset sysdate
sysdatetime sysdatetimeoffset sysutcdatetime time time_format time_to_sec timediff timestamp timestampadd timestampdiff timezone to_date to_days
to_number to_seconds to_timestamp todatetimeoffset unix_timestamp unixepoch utc_date utc_time utc_timestamp week weekday weekofyear year yearweek
cast choose coalesce convert if ifnull iif isnull isnumeric nullif num_nonnulls num_nulls nvl nvl2 try_cast try_convert typeof
json json_array json_array_agg json_array_append json_array_elements json_array_elements_text json_array_insert json_array_length json_arrayagg
json_build_array json_build_object json_compact json_contains json_contains_path json_depth json_each json_each_text json_error_position json_exists
json_extract json_extract_path json_extract_path_text json_group_array json_group_object json_insert json_keys json_length json_merge json_merge_patch
json_merge_preserve json_modify json_normalize json_object json_object_agg json_objectagg json_overlaps json_patch json_pretty json_query json_quote
json_remove json_replace json_search json_set json_table json_to_record json_to_recordset json_tree json_type json_typeof json_unquote json_valid
json_value jsonb jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text
jsonb_extract_path jsonb_extract_path_text jsonb_object_keys jsonb_path_exists jsonb_path_query jsonb_path_query_array jsonb_path_query_first
jsonb_pretty jsonb_set jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof openjson row_to_json to_json to_jsonb isjson json_agg jsonb_agg
array_agg array_append array_cat array_length array_position array_remove array_to_string cardinality generate_series unnest row
any_value avg bit_and bit_or bool_and bool_or count count_big cume_dist dense_rank every first_value group_concat grouping lag last_value lead listagg max
median min mode nth_value ntile percent_rank percentile_cont percentile_disc rank row_number std stddev stddev_pop stddev_samp string_agg sum total
var_pop var_samp variance
changes gen_random_uuid uuid_short last_insert_id last_insert_rowid newid nextval scope_identity sqlite_version total_changes uuid uuid_to_bin
col_length col_name columnproperty has_perms_by_name min_active_rowversion object_id object_name schema_name serverproperty to_regclass type_name xact_state
pragma_table_info pragma_table_xinfo pragma_index_list pragma_index_info pragma_foreign_key_list
`;

const listed: ReadonlySet<string> = new Set(names.trim().split(/\s+/));

/** `name`: of the function, in any case, without quotes. One with a schema is never pure. */
export const isPureFunction = (name: string): boolean => listed.has(name.toLowerCase());
