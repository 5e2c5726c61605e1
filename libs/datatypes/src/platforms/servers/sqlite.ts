import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Integers have up to 8 bytes and floats have 8, whatever the word. */
export const SQLITE: PlatformData = {
  serviceTypes: { SQLite: 'SQLite' },
  words: [
    [is.int(64), 'INT', 'INTEGER'],
    [is.float(53), 'FLOAT', 'REAL'],
  ],
  cases: [
    ['BIGINT', 'keeps', 'INTEGER'],
    ['BIGINT', 'keeps', 'BIGINT'],
    ['DOUBLE', 'keeps', 'FLOAT'],
    ['DOUBLE', 'keeps', 'REAL'],
    ['VARCHAR(80)', 'keeps', 'TEXT'],
    ['VARCHAR(80)', 'breaks', 'VARCHAR(40)'],
    ['BOOLEAN', 'keeps', 'BOOLEAN'],
    ['BOOLEAN', 'breaks', 'INTEGER'],
    ['TIMESTAMP', 'keeps', 'DATETIME'],
  ],
};
