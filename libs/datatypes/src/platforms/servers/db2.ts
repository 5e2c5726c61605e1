import type { PlatformData } from '../platform';
import * as is from '../templates';

/** FLOAT is a double; graphic strings are text, FOR BIT DATA makes bytes of it. */
export const DB2: PlatformData = {
  serviceTypes: { Db2: 'Db2' },
  words: [
    [is.sizedFloat(53), 'FLOAT'],
    [is.text(), 'VARGRAPHIC', 'DBCLOB', 'LONG VARCHAR'],
    [is.char, 'GRAPHIC'],
    [is.paddedBytes, 'CHAR FOR BIT DATA', 'CHARACTER FOR BIT DATA'],
    [is.bytes(), 'VARCHAR FOR BIT DATA'],
  ],
  cases: [
    ['DOUBLE', 'keeps', 'FLOAT'],
    ['DOUBLE', 'breaks', 'FLOAT(24)'],
    ['DOUBLE', 'breaks', 'REAL'],
    ['VARCHAR(80)', 'keeps', 'VARGRAPHIC(80)'],
    ['VARCHAR(80)', 'breaks', 'GRAPHIC(80)'],
    ['STRING', 'breaks', 'VARCHAR(80) FOR BIT DATA'],
    ['VARBINARY(80)', 'keeps', 'VARCHAR(80) FOR BIT DATA'],
    ['BIGINT', 'breaks', 'DECIMAL(19,0)'],
    ['TIMESTAMP', 'keeps', 'TIMESTAMP'],
  ],
};
