import { allowed } from '../sql/calls';

/** Functions of SQL Server that statements of users may call. */
export const MSSQL_FUNCTIONS = allowed(`
  approx_count_distinct approx_percentile_cont approx_percentile_disc checksum_agg count_big grouping_id percentile_cont percentile_disc
  stdev stdevp string_agg var varp

  charindex concat_ws difference format len nchar patindex quotename regexp_count regexp_instr regexp_like regexp_matches
  regexp_replace regexp_split_to_table regexp_substr replicate soundex space str string_escape string_split stuff unicode

  acos atn2 bit_count get_bit left_shift log10 rand right_shift set_bit square binary_checksum checksum hashbytes

  current_timezone date_bucket dateadd datediff datediff_big datefromparts datename datepart datetime2fromparts datetimefromparts
  datetimeoffsetfromparts datetrunc day eomonth getdate getutcdate isdate month smalldatetimefromparts switchoffset sysdatetime
  sysdatetimeoffset sysutcdatetime timefromparts todatetimeoffset

  choose convert iif isnull isnumeric parse try_cast try_convert try_parse generate_series newid
  isjson json_array json_arrayagg json_contains json_modify json_object json_objectagg json_path_exists json_query json_value openjson
  db_name schema_name suser_name user_name
`);
