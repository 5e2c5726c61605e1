import { allowed } from '../sql/calls';

/** Functions of Databricks that statements of users may call. */
export const DATABRICKS_FUNCTIONS = allowed(`
  aggregate approx_count_distinct approx_percentile approx_top_k array_agg bit_and bit_or bit_xor bool_and bool_or collect_list
  collect_set count_if count_min_sketch every first histogram_numeric hll_sketch_agg kurtosis last listagg max_by mean median min_by mode
  percentile percentile_approx percentile_cont percentile_disc regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx
  regr_sxy regr_syy skewness some std string_agg try_avg try_sum

  base64 bit_length btrim charindex chr collate contains decode elt encode endswith find_in_set format_number format_string hex ilike
  initcap instr is_valid_utf8 lcase len levenshtein locate luhn_check mask md5 overlay printf regexp_count regexp_extract
  regexp_extract_all regexp_instr regexp_like regexp_replace regexp_substr sentences sha sha1 sha2 soundex space split split_part
  startswith substring_index to_binary ucase unbase64 unhex url_decode url_encode parse_url crc32 hash xxhash64

  acosh asinh atanh bin bit_count bit_get bround cbrt conv cosh csc e expm1 factorial getbit hypot isnan log1p log2 negative
  nanvl pmod positive rand randn rint sec shiftleft shiftright sinh tanh try_add try_divide try_mod try_multiply try_subtract uniform width_bucket

  add_months convert_timezone curdate current_timezone date_add date_diff date_format date_from_unix_date date_part date_sub
  date_trunc dateadd datediff day dayname dayofmonth dayofweek dayofyear from_unixtime from_utc_timestamp hour last_day make_date
  make_dt_interval make_interval make_timestamp make_ym_interval minute month monthname months_between next_day quarter second
  sequence timestamp_micros timestamp_millis timestamp_seconds timestampadd timestampdiff to_date to_timestamp to_unix_timestamp
  to_utc_timestamp trunc try_to_date try_to_timestamp unix_date unix_micros unix_millis unix_seconds unix_timestamp weekday weekofyear
  window window_time

  array_append array_compact array_contains array_distinct array_except array_insert array_intersect array_join array_max array_min
  array_position array_prepend array_remove array_repeat array_size array_sort array_union arrays_overlap arrays_zip cardinality
  element_at exists explode explode_outer filter flatten forall get inline inline_outer posexplode posexplode_outer range
  shuffle size slice sort_array stack transform try_element_at unnest zip_with
  map_concat map_contains_key map_entries map_filter map_from_arrays map_from_entries map_keys map_values map_zip_with named_struct
  str_to_map transform_keys transform_values

  from_csv from_json get_json_object json_array_length json_object_keys json_tuple parse_json schema_of_json to_csv to_json
  try_parse_json is_variant_null variant_get try_variant_get

  assert_true decode equal_null iff ifnull isnotnull isnull nullifzero nvl nvl2 raise_error try_cast typeof uuid zeroifnull
  boolean to_char to_number to_varchar try_to_number current_catalog current_database current_schema current_user version
`);
