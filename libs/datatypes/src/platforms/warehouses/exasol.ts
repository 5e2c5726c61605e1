import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Integers are decimals, of a size for each word. */
export const EXASOL: PlatformData = {
  serviceTypes: { Exasol: 'Exasol' },
  wholeNumbers: is.decimal({ fixed: [18, 0] }),
  wholeWords: [
    [is.decimal({ fixed: [3, 0] }), 'TINYINT'],
    [is.decimal({ fixed: [9, 0] }), 'SMALLINT', 'SHORT'],
    [is.decimal({ fixed: [36, 0] }), 'BIGINT', 'LONG', 'INT8', 'INT64', 'UINT64', 'BIGSERIAL', 'SERIAL8'],
  ],
  words: [
    [is.decimal({ unsized: [18, 0] }), 'DECIMAL', 'DEC', 'NUMERIC', 'NUMBER'],
    [is.float(53), 'FLOAT', 'REAL'],
  ],
  cases: [
    ['INT', 'keeps', 'DECIMAL(18,0)'],
    ['INT', 'keeps', 'INTEGER'],
    ['INT', 'breaks', 'DECIMAL(9,0)'],
    ['BIGINT', 'breaks', 'DECIMAL(18,0)'],
    ['BIGINT', 'keeps', 'DECIMAL(36,0)'],
    ['BIGINT', 'keeps', 'BIGINT'],
    ['SMALLINT', 'breaks', 'DECIMAL(9,2)'],
    ['DECIMAL(12,2)', 'breaks', 'DECIMAL'],
    ['DOUBLE', 'keeps', 'REAL'],
  ],
};
