import type { PlatformData } from '../platform';
import * as is from '../templates';
import { MYSQL } from './mysql';

/** MySQL's meanings, except that JSON is LONGTEXT, and UUID is there. */
export const MARIA_DB: PlatformData = {
  ...MYSQL,
  serviceTypes: { MariaDB: 'MariaDB' },
  words: [...MYSQL.words, [is.jsonText, 'LONGTEXT']],
  cases: [
    ['JSON', 'keeps', 'longtext'],
    ['JSON', 'breaks', 'mediumtext'],
    ['TEXT', 'keeps', 'longtext'],
    ['BOOLEAN', 'keeps', 'tinyint(1)'],
    ['BOOLEAN', 'breaks', 'int(1)'],
    ['UUID', 'keeps', 'uuid'],
    ['STRING', 'breaks', 'uuid'],
    ['VARCHAR(300)', 'breaks', 'tinytext'],
    ['TIMESTAMPZ', 'keeps', 'timestamp'],
    ['BIGINT', 'breaks', 'bigint(20) unsigned'],
  ],
};
