import type { DisplayType } from '../../display/display-type';
import type { PlatformData } from '../platform';
import * as is from '../templates';
import type { Template } from '../templates';

/** `Decimal64(S)`: the precision is in the word, the number is the scale. */
const decimalOf =
  (precision: number): Template =>
  ({ numbers: [scale = 0] }) => ({ kind: 'decimal', whole: precision - scale, scale });

/** Words of integers say bits; a type is not null unless it says Nullable. */
export const CLICKHOUSE: PlatformData = {
  serviceTypes: { Clickhouse: 'ClickHouse' },
  isNotNull: ({ nullable }: DisplayType) => nullable !== true,
  words: [
    [is.int(8), 'INT8'],
    [is.int(16), 'INT16'],
    [is.int(32), 'INT32'],
    [is.int(64), 'INT64'],
    [is.int(128), 'INT128'],
    [is.int(256), 'INT256'],
    [is.unsigned(8), 'UINT8'],
    [is.unsigned(16), 'UINT16'],
    [is.unsigned(32), 'UINT32'],
    [is.unsigned(64), 'UINT64'],
    [is.unsigned(128), 'UINT128'],
    [is.unsigned(256), 'UINT256'],
    [decimalOf(9), 'DECIMAL32'],
    [decimalOf(18), 'DECIMAL64'],
    [decimalOf(38), 'DECIMAL128'],
    [decimalOf(76), 'DECIMAL256'],
    [is.date, 'DATE32'],
    [is.moment('with'), 'DATETIME', 'DATETIME64'],
    [is.paddedBytes, 'FIXEDSTRING'],
    [is.enumeration, 'ENUM8', 'ENUM16'],
  ],
  cases: [
    ['SMALLINT', 'breaks', 'int8'],
    ['INT', 'keeps', 'nullable<int64>'],
    ['INT', 'breaks', 'uint32'],
    ['BIGINT', 'keeps', 'int256'],
    ['BOOLEAN', 'keeps', 'bool'],
    ['BOOLEAN', 'breaks', 'uint8'],
    ['DECIMAL(12,4)', 'breaks', 'nullable<decimal<10, 2>>'],
    ['DECIMAL(12,4)', 'keeps', 'Decimal64(4)'],
    ['STRING', 'keeps', 'lowcardinality<nullable<string>>'],
    ['STRING', 'keeps', "enum8<'a' = 1, 'b' = 2>"],
    ["'Nullable(Int32)'", 'keeps', 'int32'],
    ['STRING', 'breaks', 'fixedstring<8>'],
    ['TIMESTAMPZ', 'keeps', "datetime64<6, 'europe/berlin'>"],
    ["'DateTime64(6)'", 'breaks', 'datetime64<3>'],
    ['ARRAY<BIGINT>', 'breaks', 'array<nullable<int32>>'],
    ["'Tuple(a Int32, b String)'", 'keeps', 'tuple<a int64, b string>'],
    ["'Map(String, Int64)'", 'breaks', 'map<string, int32>'],
  ],
};
