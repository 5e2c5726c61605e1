import { allowed } from '../sql/calls';

/** Functions of Snowflake that statements of users may call. */
export const SNOWFLAKE_FUNCTIONS = allowed(`
  approx_count_distinct approx_percentile approx_top_k array_agg array_union_agg array_unique_agg bitand_agg bitor_agg bitxor_agg booland_agg boolor_agg
  boolxor_agg conditional_change_event conditional_true_event count_if hash_agg hll kurtosis listagg max_by median min_by mode
  object_agg percentile_cont percentile_disc ratio_to_report regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope skew
  width_bucket

  base64_decode_string base64_encode bit_length charindex chr collate collation contains editdistance endswith hex_decode_string
  hex_encode ilike initcap insert jarowinkler_similarity like len md5 md5_hex parse_ip parse_url regexp_count regexp_instr
  regexp_like regexp_replace regexp_substr regexp_substr_all rlike rtrimmed_length sha1 sha1_hex sha2 sha2_hex soundex space split split_part
  split_to_table startswith strtok strtok_split_to_table strtok_to_array trim unicode uuid_string try_base64_decode_string

  bitand bitnot bitor bitshiftleft bitshiftright bitxor cbrt cosh div0 div0null factorial haversine hash normal random randstr
  seq4 seq8 sinh square tanh trunc truncate uniform zipf

  add_months convert_timezone date_from_parts date_part date_trunc dateadd datediff day dayname dayofmonth dayofweek dayofweekiso
  dayofyear hour last_day minute month monthname months_between next_day previous_day quarter second sysdate time_from_parts
  time_slice timeadd timediff timestamp_from_parts timestamp_ltz_from_parts timestamp_ntz_from_parts timestamp_tz_from_parts
  timestampadd timestampdiff week weekiso weekofyear yearofweek yearofweekiso

  array_append array_cat array_compact array_construct array_construct_compact array_contains array_distinct array_except
  array_flatten array_generate_range array_insert array_intersection array_max array_min array_position array_prepend array_remove array_size
  array_slice array_sort array_to_string arrays_overlap arrays_to_object arrays_zip as_array as_char as_date as_decimal as_double
  as_integer as_object as_varchar check_json flatten get get_path is_array is_boolean is_char is_date is_decimal is_double is_integer
  is_null_value is_object is_timestamp_ntz is_varchar json_extract_path_text object_construct object_construct_keep_null
  object_delete object_insert object_keys object_pick parse_json strip_null_value to_array to_json to_object to_variant try_parse_json
  typeof generator filter transform reduce

  to_binary to_boolean to_char to_date to_decimal to_double to_number to_numeric to_time to_timestamp to_timestamp_ltz
  to_timestamp_ntz to_timestamp_tz to_varchar try_cast try_to_boolean try_to_date try_to_decimal try_to_double try_to_number
  try_to_numeric try_to_time try_to_timestamp try_to_timestamp_ntz try_to_timestamp_tz

  booland boolnot boolor boolxor decode equal_null iff ifnull nvl nvl2 regr_valx regr_valy zeroifnull nullifzero
  current_database current_schema current_user current_version
`);
