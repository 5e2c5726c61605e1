import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Words of the portable table, some of them with a version. */
export const DORIS: PlatformData = {
  serviceTypes: { Doris: 'Doris', StarRocks: 'StarRocks' },
  words: [
    [is.decimal(), 'DECIMALV3', 'DECIMAL32', 'DECIMAL64', 'DECIMAL128'],
    [is.date, 'DATEV2'],
    [is.moment(), 'DATETIMEV2'],
  ],
  cases: [
    ['LARGEINT', 'keeps', 'largeint(40)'],
    ['BIGINT', 'keeps', 'largeint'],
    ['LARGEINT', 'breaks', 'bigint'],
    ['DECIMAL(10,2)', 'keeps', 'decimalv3(12,2)'],
    ['DECIMAL(10,2)', 'breaks', 'decimal(8,2)'],
    ['DATE', 'keeps', 'datev2'],
    ['TIMESTAMP', 'keeps', 'datetime'],
    ['VARCHAR(80)', 'breaks', 'varchar(65)'],
    ['ARRAY<INT>', 'keeps', 'array<bigint>'],
  ],
};
