import type { PlatformData } from '../platform';
import * as is from '../templates';

/** `fixed[n]` are bytes. */
export const ICEBERG: PlatformData = {
  serviceTypes: { Iceberg: 'Iceberg' },
  words: [
    [is.bytes(), 'FIXED', 'BINARY'],
    [is.wall, 'TIMESTAMP', 'TIMESTAMP_NS'],
    [is.instant, 'TIMESTAMPTZ', 'TIMESTAMPTZ_NS'],
  ],
  promised: [[is.bytes(), 'FIXED']],
  cases: [
    ['BIGINT', 'breaks', 'int'],
    ['BIGINT', 'keeps', 'long'],
    ['BINARY(16)', 'keeps', 'fixed[16]'],
    ['BINARY(16)', 'breaks', 'fixed[8]'],
    ['DECIMAL', 'breaks', 'fixed[16]'],
    ['DECIMAL(10,2)', 'breaks', 'decimal(9, 2)'],
    ['TIMESTAMPZ', 'breaks', 'timestamp'],
    ['TIMESTAMPZ', 'keeps', 'timestamptz'],
    ["'struct<1: a: optional long>'", 'breaks', 'struct<1: a: optional int>'],
    ["'struct<1: a: optional int>'", 'keeps', 'struct<7: a: required long, 8: b: optional string>'],
    ['ARRAY<BIGINT>', 'keeps', 'list<long>'],
    ["'list<fixed[16]>'", 'breaks', 'list<fixed[8]>'],
  ],
};
