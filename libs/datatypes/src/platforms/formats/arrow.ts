import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Types of Arrow and Parquet. */
export const ARROW: PlatformData = {
  serviceTypes: { Parquet: 'Parquet', Arrow: 'Arrow' },
  words: [
    [is.int(8), 'INT8'],
    [is.float(53), 'DOUBLE', 'FLOAT64'],
    [is.text(), 'UTF8', 'LARGE_STRING', 'LARGE_UTF8'],
    [is.bytes(), 'BYTE_ARRAY', 'FIXED_LEN_BYTE_ARRAY', 'FIXED_SIZE_BINARY', 'BINARY', 'LARGE_BINARY'],
    [is.date, 'DATE32', 'DATE64'],
    [is.time(), 'TIME32', 'TIME64'],
    [is.moment(), 'INT96'],
    [is.decimal(), 'DECIMAL128', 'DECIMAL256'],
  ],
  cases: [
    ['SMALLINT', 'breaks', 'int8'],
    ['BIGINT', 'keeps', 'int64'],
    ['BIGINT', 'breaks', 'uint64'],
    ['TIMESTAMP', 'keeps', 'int96'],
    ['BIGINT', 'breaks', 'int96'],
    ['STRING', 'keeps', 'utf8'],
    ['DECIMAL(12,2)', 'breaks', 'decimal128(10, 2)'],
    ['DATE', 'keeps', 'date32'],
    ['ARRAY<INT>', 'keeps', 'list<int64>'],
  ],
};
