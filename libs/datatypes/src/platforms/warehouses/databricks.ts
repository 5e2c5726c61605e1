import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Spark's types; TIMESTAMP is an instant. */
export const DATABRICKS: PlatformData = {
  serviceTypes: {
    ...{ Databricks: 'Databricks', UnityCatalog: 'Unity Catalog' },
    ...{ DeltaLake: 'Delta Lake', Spark: 'Spark' },
  },
  hidesNotNull: true,
  words: [
    [is.int(8), 'BYTE'],
    [is.bytes(), 'BINARY'],
    [is.instant, 'TIMESTAMP', 'TIMESTAMP_LTZ'],
    [is.wall, 'TIMESTAMP_NTZ'],
  ],
  cases: [
    ['TINYINT', 'keeps', 'byte'],
    ['SMALLINT', 'breaks', 'byte'],
    ['BIGINT', 'keeps', 'long'],
    ['DOUBLE', 'breaks', 'float'],
    ['DECIMAL(10,2)', 'breaks', 'decimal(10,0)'],
    ['VARBINARY(16)', 'keeps', 'binary'],
    ['TIMESTAMPZ', 'keeps', 'timestamp'],
    ["'timestamp'", 'breaks', 'timestamp_ntz'],
    ["'timestamp_ntz'", 'breaks', 'timestamp'],
    ["'map<string,decimal(10,2)>'", 'breaks', 'map<string,decimal(8,2)>'],
    ["'map<string,int>'", 'keeps', 'map<string,bigint>'],
    ["'array<struct<a:int>>'", 'keeps', 'array<struct<a:bigint,b:string>>'],
    ["'struct<a:int not null comment ''key''>'", 'keeps', 'struct<a:int>'],
  ],
};
