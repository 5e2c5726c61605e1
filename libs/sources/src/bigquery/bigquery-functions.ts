import { allowed } from '../sql/calls';

/** Functions of BigQuery that statements of users may call; `SAFE.f` is `f` that gives NULL in place of an error. */
export const BIGQUERY_FUNCTIONS = allowed(
  `
  approx_count_distinct approx_quantiles approx_top_count approx_top_sum array_agg array_concat_agg bit_and bit_or bit_xor countif
  logical_and logical_or max_by min_by percentile_cont percentile_disc string_agg hll_count.extract hll_count.init hll_count.merge
  hll_count.merge_partial

  bit_count byte_length chr code_points_to_bytes code_points_to_string collate contains_substr edit_distance ends_with format
  from_base32 from_base64 from_hex initcap instr normalize normalize_and_casefold regexp_contains regexp_extract regexp_extract_all
  regexp_instr regexp_replace regexp_substr safe_convert_bytes_to_string soundex split starts_with strpos to_base32 to_base64
  to_code_points to_hex unicode
  farm_fingerprint md5 sha1 sha256 sha512 generate_uuid
  net.host net.ip_from_string net.ip_to_string net.public_suffix net.reg_domain net.safe_ip_from_string

  acosh asinh atanh cbrt cosh cosine_distance csc div euclidean_distance ieee_divide is_inf is_nan parse_bignumeric parse_numeric rand
  range_bucket safe_add safe_divide safe_multiply safe_negate safe_subtract sec sinh tanh trunc

  current_datetime date_add date_bucket date_diff date_from_unix_date date_sub date_trunc datetime_add datetime_bucket datetime_diff
  datetime_sub datetime_trunc format_date format_datetime format_time format_timestamp generate_date_array generate_timestamp_array
  justify_days justify_hours justify_interval last_day make_interval parse_date parse_datetime parse_time parse_timestamp string
  time_add time_diff time_sub time_trunc timestamp_add timestamp_bucket timestamp_diff timestamp_micros timestamp_millis timestamp_seconds
  timestamp_sub timestamp_trunc unix_date unix_micros unix_millis unix_seconds

  array_concat array_first array_includes array_last array_length array_reverse array_slice array_to_string generate_array
  offset ordinal safe_offset safe_ordinal unnest flatten

  bool json_array json_array_append json_array_insert json_extract json_extract_array json_extract_scalar json_extract_string_array
  json_keys json_object json_query json_query_array json_remove json_set json_strip_nulls json_type json_value json_value_array lax_bool
  lax_float64 lax_int64 lax_string parse_json to_json to_json_string

  error ifnull nullifzero zeroifnull safe_cast session_user st_area st_contains st_distance st_geogfromtext st_geogpoint st_intersects
  st_within st_x st_y
  `,
  { schemas: ['safe'] },
);
