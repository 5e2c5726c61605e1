import type { PlatformData } from '../platform';
import * as is from '../templates';

/** TIMESTAMP counts changes of the row; BIT is the boolean; TINYINT has no negative numbers. */
export const MSSQL: PlatformData = {
  serviceTypes: { Mssql: 'SQL Server', AzureSQL: 'Azure SQL', Synapse: 'Synapse', Fabric: 'Fabric' },
  words: [
    [is.boolean, 'BIT'],
    [is.unsigned(8), 'TINYINT'],
    [is.sizedFloat(53), 'FLOAT'],
    [is.decimal({ fixed: [10, 4] }), 'SMALLMONEY'],
    [is.wall, 'DATETIME', 'DATETIME2', 'SMALLDATETIME'],
    [is.instant, 'DATETIMEOFFSET'],
    [is.rowVersion, 'TIMESTAMP', 'ROWVERSION'],
    [is.word('SQL_VARIANT'), 'SQL_VARIANT'],
    [is.word('HIERARCHYID'), 'HIERARCHYID'],
  ],
  promised: [
    [is.boolean, 'BIT'],
    [is.unsigned(8), 'TINYINT'],
  ],
  withoutDisplay: [[is.moment(), 'TIMESTAMP']],
  cases: [
    ['BOOLEAN', 'keeps', 'bit'],
    ['TINYINT', 'keeps', 'smallint'],
    ['TINYINT', 'breaks', 'bit'],
    ['SMALLINT', 'breaks', 'tinyint'],
    ['DOUBLE', 'keeps', 'float'],
    ['DOUBLE', 'keeps', 'float(None)'],
    ['DOUBLE', 'breaks', 'float(24)'],
    ['DECIMAL(12,2)', 'keeps', 'money'],
    ['DECIMAL(12,2)', 'breaks', 'smallmoney'],
    ['VARCHAR(4000)', 'keeps', 'nvarchar(max)'],
    ['VARCHAR(80)', 'breaks', 'nvarchar(40)'],
    ['VARCHAR(5)', 'breaks', 'nchar(5)'],
    ['TIMESTAMP', 'keeps', 'datetime2(7)'],
    ['TIMESTAMPZ', 'keeps', 'datetimeoffset(7)'],
    ['TIMESTAMPZ', 'breaks', 'datetime2'],
    ["'datetime2'", 'breaks', 'datetimeoffset'],
    ['TIMESTAMP', 'breaks', 'timestamp'],
    ["'rowversion'", 'keeps', 'timestamp'],
    ['BINARY(8)', 'keeps', 'rowversion'],
    ['UUID', 'keeps', 'uniqueidentifier'],
    ['VARBINARY(16)', 'breaks', 'sql_variant'],
  ],
};
