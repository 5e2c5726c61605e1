import type { PlatformData } from '../platform';
import * as is from '../templates';

/** BOOLEAN is TINYINT(1); TIMESTAMP is stored in UTC, DATETIME is a wall clock; REAL is a double. */
export const MYSQL: PlatformData = {
  serviceTypes: { Mysql: 'MySQL', SingleStore: 'SingleStore' },
  byteIsBoolean: true,
  words: [
    [is.int(8), 'BOOL', 'BOOLEAN'],
    [is.float(53), 'REAL'],
    [is.text({ fixed: 65_535 }), 'TEXT'],
    [is.bytes({ fixed: 65_535 }), 'BLOB'],
    [is.instant, 'TIMESTAMP'],
    [is.wall, 'DATETIME'],
  ],
  cases: [
    ['BOOLEAN', 'keeps', 'tinyint(1)'],
    ['BOOLEAN', 'keeps', 'tinyint(1) unsigned'],
    ['BOOLEAN', 'keeps', 'tinyint'],
    ['BOOLEAN', 'breaks', 'tinyint(4)'],
    ['BOOLEAN', 'breaks', 'bit(1)'],
    ['TINYINT', 'keeps', 'bool'],
    ['INT', 'breaks', 'mediumint'],
    ['INT', 'breaks', 'int(10) unsigned'],
    ['INT', 'keeps', 'bigint(20)'],
    ['SMALLINT', 'breaks', 'smallint(5) unsigned zerofill'],
    ["'int unsigned'", 'keeps', 'bigint unsigned'],
    ['DECIMAL(10,2)', 'breaks', 'decimal(10,2) unsigned'],
    ['DOUBLE', 'keeps', 'real'],
    ['DOUBLE', 'breaks', 'float(7,2)'],
    ['VARCHAR(500)', 'breaks', 'tinytext'],
    ['VARCHAR(500)', 'keeps', 'text'],
    ['VARCHAR(80)', 'keeps', 'varchar(80) character set utf8mb4 collate utf8mb4_bin'],
    ['JSON', 'breaks', 'longtext'],
    ['STRING', 'keeps', "enum('a','b')"],
    ['VARCHAR(80)', 'breaks', "enum('a','b')"],
    ["'enum(''a'',''b'')'", 'breaks', "enum('a')"],
    ["'enum(''a'')'", 'keeps', "enum('a','b')"],
    ['TIMESTAMPZ', 'breaks', 'datetime(6)'],
  ],
};
