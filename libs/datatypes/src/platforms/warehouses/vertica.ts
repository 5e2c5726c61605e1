import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Every integer and every float has 64 bits. */
export const VERTICA: PlatformData = {
  serviceTypes: { Vertica: 'Vertica' },
  words: [
    [is.int(64), 'INT', 'INTEGER', 'BIGINT', 'SMALLINT', 'TINYINT', 'INT8'],
    [is.float(53), 'FLOAT', 'FLOAT8', 'REAL'],
    [is.text(), 'LONG VARCHAR'],
    [is.bytes(), 'LONG VARBINARY', 'RAW'],
    [is.wall, 'TIMESTAMP', 'DATETIME', 'SMALLDATETIME'],
  ],
  cases: [
    ['BIGINT', 'keeps', 'tinyint'],
    ['LARGEINT', 'breaks', 'int'],
    ['DOUBLE', 'keeps', 'float'],
    ['DOUBLE', 'keeps', 'real'],
    ['VARCHAR(80)', 'keeps', 'long varchar(1048576)'],
    ['VARCHAR(80)', 'breaks', 'varchar(40)'],
    ['TIMESTAMPZ', 'breaks', 'timestamp'],
    ['TIMESTAMPZ', 'keeps', 'timestamptz'],
    ['DATE', 'keeps', 'timestamp'],
  ],
};
