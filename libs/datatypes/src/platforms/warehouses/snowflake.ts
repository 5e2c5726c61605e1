import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Every integer is NUMBER(38,0), every float has 64 bits, and nothing is padded. */
export const SNOWFLAKE: PlatformData = {
  serviceTypes: { Snowflake: 'Snowflake' },
  wholeNumbers: is.decimal({ fixed: [38, 0] }),
  words: [
    [is.decimal({ unsized: [38, 0] }), 'NUMBER', 'DECIMAL', 'DEC', 'NUMERIC'],
    [is.float(53), 'FLOAT', 'FLOAT4', 'FLOAT8', 'REAL', 'DOUBLE', 'DOUBLE PRECISION'],
    [is.text({ unsized: 1 }), 'CHAR', 'CHARACTER', 'NCHAR'],
    [is.bytes(), 'BINARY', 'VARBINARY'],
    [is.wall, 'TIMESTAMP', 'DATETIME', 'TIMESTAMP_NTZ'],
    [is.instant, 'TIMESTAMP_TZ', 'TIMESTAMP_LTZ'],
    [is.openArray, 'ARRAY'],
    [is.openStruct, 'OBJECT'],
    [is.json, 'VARIANT'],
  ],
  cases: [
    ['SMALLINT', 'keeps', 'NUMBER(5,0)'],
    ['SMALLINT', 'breaks', 'NUMBER(4,0)'],
    ['BIGINT', 'keeps', 'NUMBER(19,0)'],
    ['INT', 'breaks', 'NUMBER(38,2)'],
    ["'INTEGER'", 'keeps', 'NUMBER(10,0)'],
    ["'BIGINT'", 'breaks', 'NUMBER(18,0)'],
    ['NUMBER(38,0)', 'keeps', 'BIGINT'],
    ['DOUBLE', 'keeps', 'REAL'],
    ['DECIMAL(10,2)', 'breaks', 'FLOAT'],
    ['VARCHAR(5)', 'breaks', 'CHAR(4)'],
    ["'TIMESTAMP_NTZ(9)'", 'breaks', 'TIMESTAMP_LTZ(9)'],
    ["'TIMESTAMP_NTZ(6)'", 'breaks', 'TIMESTAMP_NTZ(3)'],
    ['ARRAY<INT>', 'keeps', 'ARRAY'],
    ['ARRAY<INT>', 'breaks', 'ARRAY(VARCHAR)'],
    ['STRUCT', 'keeps', 'OBJECT(a NUMBER(38,0))'],
    ['MAP', 'breaks', 'OBJECT'],
  ],
};
