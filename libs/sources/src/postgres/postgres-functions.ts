import { allowed } from '../sql/calls';

/** Functions of PostgreSQL that statements of users may call. A statement reaches them in pg_catalog alone. */
export const POSTGRES_FUNCTIONS = allowed(
  `
  array_agg bit_and bit_or bit_xor bool_and bool_or every json_agg json_agg_strict json_object_agg json_object_agg_strict
  json_object_agg_unique json_object_agg_unique_strict jsonb_agg jsonb_agg_strict jsonb_object_agg jsonb_object_agg_strict
  jsonb_object_agg_unique jsonb_object_agg_unique_strict mode percentile_cont percentile_disc range_agg range_intersect_agg
  regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy string_agg

  bit_length btrim casefold chr convert convert_from convert_to decode encode format initcap md5 normalize is_normalized overlay
  like_escape parse_ident quote_ident quote_literal quote_nullable regexp_count regexp_instr regexp_like regexp_match regexp_matches
  regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr sha224 sha256 sha384 sha512 similar_escape
  similar_to_escape split_part starts_with string_to_array string_to_table strpos to_ascii to_bin to_hex to_oct unistr crc32 crc32c
  get_bit get_byte set_bit set_byte bit_count

  acosd acosh asind asinh atan2d atand atanh cbrt cosd cosh cotd div erf erfc factorial gamma gcd lcm lgamma min_scale num_nonnulls
  num_nulls random random_normal scale sind sinh tand tanh trim_scale trunc width_bucket

  age clock_timestamp date date_add date_bin date_part date_subtract date_trunc isfinite justify_days justify_hours justify_interval
  make_date make_interval make_time make_timestamp make_timestamptz overlaps statement_timestamp timeofday timezone to_char to_date
  to_number to_timestamp transaction_timestamp

  array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions array_prepend
  array_remove array_replace array_reverse array_sample array_shuffle array_sort array_to_json array_to_string array_upper cardinality
  generate_series generate_subscripts trim_array unnest

  json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_each json_each_text
  json_extract_path json_extract_path_text json_object json_object_keys json_populate_record json_populate_recordset json_strip_nulls
  json_to_record json_to_recordset json_typeof jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array
  jsonb_build_object jsonb_concat jsonb_contained jsonb_contains jsonb_each jsonb_each_text jsonb_exists jsonb_exists_all
  jsonb_exists_any jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_keys jsonb_path_exists
  jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz jsonb_path_query jsonb_path_query_array jsonb_path_query_array_tz
  jsonb_path_query_first jsonb_path_query_first_tz jsonb_path_query_tz jsonb_populate_record jsonb_populate_recordset jsonb_pretty
  jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof row_to_json to_json to_jsonb
  json_value json_query json_exists json_table json_scalar json_serialize json_array json_arrayagg json_objectagg

  daterange int4multirange int4range int8multirange int8range isempty lower_inc lower_inf multirange nummultirange numrange
  range_merge tsmultirange tsrange tstzmultirange tstzrange datemultirange upper_inc upper_inf

  array_to_tsvector json_to_tsvector jsonb_to_tsvector numnode phraseto_tsquery plainto_tsquery querytree setweight strip
  to_tsquery to_tsvector ts_delete ts_filter ts_headline ts_rank ts_rank_cd tsquery_phrase tsvector_to_array websearch_to_tsquery

  abbrev broadcast family host hostmask inet_merge inet_same_family masklen netmask network set_masklen

  bool bpchar bytea char float4 float8 int2 int4 int8 interval money name numeric text time timestamp timestamptz timetz uuid varchar
  gen_random_uuid uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7
  current_database current_schema current_user version
  `,
  { schemas: ['pg_catalog'] },
);
