import type { PlatformData } from '../platform';
import * as is from '../templates';

/** SECONDDATE is a date with the time of day; FLOAT without a size is a double. */
export const SAP_HANA: PlatformData = {
  serviceTypes: { SapHana: 'SAP HANA' },
  words: [
    [is.sizedFloat(53), 'FLOAT'],
    [is.wall, 'SECONDDATE'],
    [is.text(), 'ALPHANUM', 'SHORTTEXT'],
    [is.decimal(), 'SMALLDECIMAL'],
  ],
  cases: [
    ['DOUBLE', 'breaks', 'REAL'],
    ['DOUBLE', 'keeps', 'FLOAT'],
    ['TIMESTAMP', 'keeps', 'SECONDDATE'],
    ['TIMESTAMPZ', 'breaks', 'SECONDDATE'],
    ['DATE', 'keeps', 'SECONDDATE'],
    ['VARCHAR(80)', 'keeps', 'NVARCHAR(80)'],
    ['VARCHAR(80)', 'breaks', 'ALPHANUM(40)'],
    ['STRING', 'keeps', 'SHORTTEXT(80)'],
    ['DECIMAL(10,2)', 'keeps', 'SMALLDECIMAL'],
  ],
};
