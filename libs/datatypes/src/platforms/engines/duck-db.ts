import type { PlatformData } from '../platform';
import * as is from '../templates';

/** CHAR is VARCHAR, never padded; there are unsigned integers. */
export const DUCK_DB: PlatformData = {
  serviceTypes: { DuckDB: 'DuckDB' },
  words: [
    [is.text(), 'CHAR', 'BPCHAR'],
    [is.unsigned(8), 'UTINYINT'],
    [is.unsigned(16), 'USMALLINT'],
    [is.unsigned(32), 'UINTEGER'],
    [is.unsigned(64), 'UBIGINT'],
    [is.unsigned(128), 'UHUGEINT'],
    [is.decimal({ unsized: [18, 3] }), 'DECIMAL', 'NUMERIC'],
    [is.wall, 'TIMESTAMP', 'DATETIME', 'TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP_NS'],
  ],
  cases: [
    ['BIGINT', 'keeps', 'HUGEINT'],
    ['BIGINT', 'breaks', 'UBIGINT'],
    ['UINT', 'keeps', 'UBIGINT'],
    ['UINT', 'breaks', 'USMALLINT'],
    ['DOUBLE', 'breaks', 'FLOAT'],
    ['DECIMAL(18,4)', 'breaks', 'DECIMAL'],
    ['VARCHAR(80)', 'keeps', 'CHAR'],
    ["'INTEGER[3]'", 'keeps', 'BIGINT[]'],
    ['ARRAY<INT>', 'breaks', 'VARCHAR[]'],
    ["'INTEGER[][]'", 'breaks', 'INTEGER[]'],
    ["'STRUCT(a INTEGER, b VARCHAR)'", 'keeps', 'STRUCT(b VARCHAR, a BIGINT)'],
    ["'MAP(VARCHAR, INTEGER)'", 'breaks', 'MAP(VARCHAR, SMALLINT)'],
    ['TIMESTAMPZ', 'keeps', 'TIMESTAMP WITH TIME ZONE'],
  ],
};
