import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Times of a second have three digits by default. */
export const TRINO: PlatformData = {
  serviceTypes: { Trino: 'Trino', Presto: 'Presto' },
  hidesNotNull: true,
  words: [[is.moment('without', 3), 'TIMESTAMP']],
  withoutDisplay: [[is.wall, 'TIMESTAMP']],
  cases: [
    ['BIGINT', 'breaks', 'integer'],
    ['DOUBLE', 'breaks', 'real'],
    ['VARCHAR(80)', 'keeps', 'varchar'],
    ['VARCHAR(5)', 'breaks', 'char(5)'],
    ["'timestamp(6)'", 'breaks', 'timestamp'],
    ["'timestamp'", 'keeps', 'timestamp(6)'],
    ["'timestamp(3) with time zone'", 'keeps', 'timestamp with time zone'],
    ["'timestamp(3)'", 'breaks', 'timestamp(3) with time zone'],
    ["'row(a bigint, b varchar)'", 'keeps', 'row(a bigint, b varchar, c date)'],
    ["'row(a bigint)'", 'breaks', 'row(a integer)'],
    ['ARRAY<VARCHAR>', 'keeps', 'array(varchar(10))'],
    ["'map(varchar, bigint)'", 'breaks', 'map(varchar, integer)'],
  ],
};
