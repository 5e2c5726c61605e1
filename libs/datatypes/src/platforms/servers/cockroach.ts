import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Speaks PostgreSQL, but its INT has 64 bits. */
export const COCKROACH: PlatformData = {
  serviceTypes: { Cockroach: 'CockroachDB' },
  words: [
    [is.int(64), 'INT', 'INTEGER', 'SERIAL'],
    [is.sizedFloat(53), 'FLOAT'],
    [is.wall, 'TIMESTAMP'],
  ],
  withoutDisplay: [[is.float(24), 'FLOAT']],
  cases: [
    ['BIGINT', 'keeps', 'INT'],
    ['BIGINT', 'keeps', 'INT8'],
    ['BIGINT', 'breaks', 'INT4'],
    ['DOUBLE', 'keeps', 'FLOAT'],
    ['DOUBLE', 'breaks', 'FLOAT4'],
    ['VARCHAR(80)', 'keeps', 'STRING'],
    ['VARCHAR(80)', 'breaks', 'STRING(40)'],
    ['TIMESTAMPZ', 'keeps', 'TIMESTAMPTZ'],
    ["'TIMESTAMP'", 'breaks', 'TIMESTAMPTZ'],
    ['BYTES', 'keeps', 'BYTES'],
  ],
};
