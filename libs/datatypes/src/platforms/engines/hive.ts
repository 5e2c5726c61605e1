import type { PlatformData } from '../platform';
import * as is from '../templates';

/** TIMESTAMP is a wall clock, and BINARY has no limit. */
export const HIVE: PlatformData = {
  serviceTypes: { Hive: 'Hive', Athena: 'Athena', Glue: 'Glue', Impala: 'Impala' },
  hidesNotNull: true,
  words: [
    [is.bytes(), 'BINARY'],
    [is.wall, 'TIMESTAMP'],
  ],
  cases: [
    ['INT', 'breaks', 'smallint'],
    ['SMALLINT', 'keeps', 'smallint'],
    ['DOUBLE', 'keeps', 'double'],
    ['DOUBLE', 'breaks', 'float'],
    ['DECIMAL(12,2)', 'breaks', 'decimal(5,0)'],
    ['VARBINARY(16)', 'keeps', 'binary'],
    ['TIMESTAMPZ', 'breaks', 'timestamp'],
    ['TIMESTAMPZ', 'keeps', 'timestamp with local time zone'],
    ['ARRAY<BIGINT>', 'breaks', 'array<int>'],
    ["'map<string,array<int>>'", 'breaks', 'map<string,array<string>>'],
    ["'struct<a:int,b:string>'", 'breaks', 'struct<b:string,a:tinyint>'],
  ],
};
