import { allowed } from '../sql/calls';

/** Functions of Trino that statements of users may call. One with a schema is a connector's or user-defined. */
export const TRINO_FUNCTIONS = allowed(`
  approx_distinct approx_most_frequent approx_percentile approx_set arbitrary array_agg bitwise_and_agg bitwise_or_agg bitwise_xor_agg
  bool_and bool_or checksum count_if entropy every geometric_mean histogram kurtosis listagg map_agg map_union max_by merge min_by
  multimap_agg numeric_histogram qdigest_agg reduce_agg regr_intercept regr_slope skewness tdigest_agg empty_approx_set

  chr codepoint contains format from_base64 from_hex from_utf8 hamming_distance levenshtein_distance luhn_check normalize
  regexp_count regexp_extract regexp_extract_all regexp_like regexp_position regexp_replace regexp_split soundex split split_part
  split_to_map split_to_multimap starts_with strpos strrpos to_base64 to_base64url to_hex to_utf8 word_stem
  concat_ws crc32 md5 murmur3 sha1 sha256 sha512 spooky_hash_v2_32 spooky_hash_v2_64 xxhash64 hmac_sha256

  beta_cdf bit_count bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor cbrt cosh cosine_similarity
  cosine_distance e from_base infinity inverse_normal_cdf is_finite is_infinite is_nan log2 nan normal_cdf rand random sinh tanh
  to_base truncate width_bucket wilson_interval_lower wilson_interval_upper from_big_endian_64 to_big_endian_64
  from_big_endian_32 to_big_endian_32 from_ieee754_64 to_ieee754_64

  at_timezone date_add date_diff date_format date_parse date_trunc day day_of_month day_of_week day_of_year dow doy
  format_datetime from_iso8601_date from_iso8601_timestamp from_iso8601_timestamp_nanos from_unixtime from_unixtime_nanos hour
  human_readable_seconds last_day_of_month millisecond minute month parse_datetime parse_duration quarter second timezone
  timezone_hour timezone_minute timezone_name to_iso8601 to_milliseconds to_unixtime week week_of_year with_timezone year_of_week yow

  all_match any_match array_distinct array_except array_first array_histogram array_intersect array_join array_last array_max
  array_min array_position array_remove array_sort array_union arrays_overlap cardinality combinations element_at flatten ngrams none_match
  reduce sequence shuffle slice transform trim_array unnest zip zip_with filter repeat contains_sequence
  map_concat map_entries map_filter map_from_entries map_keys map_values map_zip_with multimap_from_entries transform_keys
  transform_values

  is_json_scalar json_array json_array_contains json_array_get json_array_length json_exists json_extract json_extract_scalar
  json_format json_object json_parse json_query json_size json_table json_value
  url_decode url_encode url_extract_fragment url_extract_host url_extract_parameter url_extract_path url_extract_port
  url_extract_protocol url_extract_query

  try try_cast typeof uuid current_user version array_to_string ip_prefix value_at_quantile values_at_quantiles
  st_area st_contains st_distance st_geometryfromtext st_intersects st_point st_within st_x st_y great_circle_distance
`);
