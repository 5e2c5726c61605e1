import { allowed } from '../sql/calls';

/** Functions of Redshift that statements of users may call. */
export const REDSHIFT_FUNCTIONS = allowed(
  `
  bit_and bit_or bool_and bool_or listagg median percentile_cont percentile_disc ratio_to_report string_agg

  bpcharcmp btrim bttext_pattern_cmp charindex chr collate crc32 difference from_hex hex_to_bigint initcap instr intstr len md5 nlssort
  octetindex quote_ident quote_literal regexp_count regexp_instr regexp_replace regexp_substr replicate sha sha1 sha2 soundex split_part
  strpos strtol textlen to_hex to_varbyte from_varbyte func_sha1 fnv_hash checksum farmfingerprint64 murmur3_32_hash

  cbrt dexp dlog1 dlog10 random to_number trunc

  add_months age at_time_zone convert_timezone date_cmp date_cmp_timestamp date_part date_part_year date_trunc dateadd datediff
  getdate interval_cmp last_day months_between next_day sysdate timeofday timestamp_cmp timezone to_char to_date to_timestamp trunc

  array array_concat array_flatten get_array_length generate_series split_to_array subarray array_contains array_distinct array_position
  can_json_parse is_valid_json is_valid_json_array json_array_length json_extract_array_element_text json_extract_path_text json_parse
  json_serialize json_serialize_to_varbyte json_size json_typeof is_array is_bigint is_boolean is_char is_decimal is_float is_integer is_object
  is_scalar is_smallint is_varchar object object_transform lower_attribute_names

  convert decode isnull nvl nvl2 try_cast text_to_int_alt text_to_numeric_alt current_database current_schema current_user version
  `,
  { schemas: ['pg_catalog'] },
);
