import type { PlatformData } from '../platform';
import * as is from '../templates';

/** One integer and one float, of 64 bits each, under many words; TIMESTAMP is an instant, DATETIME a wall clock. */
export const BIG_QUERY: PlatformData = {
  serviceTypes: { BigQuery: 'BigQuery' },
  words: [
    [is.int(64), 'INT', 'INTEGER', 'INT64', 'SMALLINT', 'BIGINT', 'TINYINT', 'BYTEINT'],
    [is.float(53), 'FLOAT', 'FLOAT64'],
    [is.decimal({ unsized: [38, 9] }), 'NUMERIC', 'DECIMAL'],
    [is.decimal({ unsized: [76, 38] }), 'BIGNUMERIC', 'BIGDECIMAL'],
    [is.instant, 'TIMESTAMP'],
    [is.wall, 'DATETIME'],
  ],
  cases: [
    ['BIGINT', 'keeps', 'INTEGER'],
    ['LARGEINT', 'breaks', 'INT64'],
    ['DOUBLE', 'keeps', 'FLOAT'],
    ['DECIMAL(29,9)', 'keeps', 'NUMERIC'],
    ['DECIMAL(38,8)', 'breaks', 'NUMERIC'],
    ['DECIMAL(38,10)', 'keeps', 'BIGNUMERIC'],
    ['NUMERIC(10,2)', 'breaks', 'NUMERIC(9,2)'],
    ["'NUMERIC'", 'keeps', 'BIGNUMERIC'],
    ['TIMESTAMPZ', 'keeps', 'TIMESTAMP'],
    ['TIMESTAMPZ', 'breaks', 'DATETIME'],
    ["'TIMESTAMP'", 'breaks', 'DATETIME'],
    ['STRUCT', 'breaks', 'ARRAY<STRUCT<a INT64>>'],
    ['ARRAY<STRUCT>', 'keeps', 'REPEATED RECORD'],
    ['ARRAY<STRUCT>', 'breaks', 'RECORD'],
    ["'STRUCT<a INT64, b STRING>'", 'breaks', 'STRUCT<a INT64>'],
  ],
};
