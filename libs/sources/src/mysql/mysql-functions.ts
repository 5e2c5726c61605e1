import { allowed } from '../sql/calls';

/** Functions of MySQL and MariaDB that statements of users may call; a qualified one is a user-defined function. */
export const MYSQL_FUNCTIONS = allowed(`
  bit_and bit_or bit_xor group_concat json_arrayagg json_objectagg median percentile_cont percentile_disc std

  bin bit_length char_length chr concat_ws convert elt export_set field find_in_set format from_base64 hex insert instr
  isnull lcase locate make_set mid natural_sort_key oct ord quote regexp_instr regexp_like regexp_replace regexp_substr sformat soundex
  space strcmp substring_index to_base64 to_char to_number ucase unhex weight_string binary match against

  atan atan2 bit_count conv crc32 crc32c rand truncate div

  add_months adddate addtime convert_tz curdate curtime date_add date_format date_sub datediff day dayname dayofmonth dayofweek
  dayofyear format_pico_time from_days from_unixtime get_format hour last_day makedate maketime microsecond minute month monthname
  months_between period_add period_diff quarter sec_to_time second str_to_date subdate subtime sysdate time_format time_to_sec
  timediff timestampadd timestampdiff to_date to_days to_seconds trunc unix_timestamp utc_date utc_time utc_timestamp week weekday
  weekofyear yearweek

  ifnull interval nvl nvl2 default
  md5 sha sha1 sha2
  inet_aton inet_ntoa inet6_aton inet6_ntoa is_ipv4 is_ipv4_compat is_ipv4_mapped is_ipv6 is_uuid uuid uuid_to_bin bin_to_uuid
  charset coercibility collation current_user database schema user version

  json_array json_array_append json_array_insert json_array_intersect json_compact json_contains json_contains_path json_depth
  json_detailed json_equals json_exists json_extract json_insert json_keys json_length json_loose json_merge json_merge_patch
  json_merge_preserve json_normalize json_object json_overlaps json_pretty json_query json_quote json_remove
  json_replace json_schema_valid json_search json_set json_storage_size json_table json_type json_unquote json_valid json_value

  st_area st_contains st_distance st_distance_sphere st_geomfromtext st_intersects st_isvalid st_length st_srid st_within st_x st_y
  point
`);
