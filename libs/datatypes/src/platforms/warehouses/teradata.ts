import type { PlatformData } from '../platform';
import * as is from '../templates';

/** BYTEINT is the 8-bit integer, BYTE are bytes. */
export const TERADATA: PlatformData = {
  serviceTypes: { Teradata: 'Teradata' },
  words: [
    [is.float(53), 'FLOAT', 'REAL'],
    [is.bytes(), 'VARBYTE'],
    [is.paddedBytes, 'BYTE'],
    [is.text(), 'LONG VARCHAR'],
  ],
  cases: [
    ['TINYINT', 'keeps', 'BYTEINT'],
    ['SMALLINT', 'breaks', 'BYTEINT'],
    ['TINYINT', 'breaks', 'BYTE(1)'],
    ['DOUBLE', 'keeps', 'REAL'],
    ['VARBINARY(16)', 'keeps', 'VARBYTE(16)'],
    ['VARBINARY(16)', 'breaks', 'VARBYTE(8)'],
    ['VARBINARY(16)', 'breaks', 'BYTE(16)'],
    ['VARCHAR(80)', 'keeps', 'VARCHAR(80) CHARACTER SET LATIN'],
    ['BIGINT', 'breaks', 'DECIMAL(38,0)'],
  ],
};
