import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Types and formats of JSON Schema. */
export const JSON_SCHEMA: PlatformData = {
  serviceTypes: { JSON: 'JSON Schema' },
  words: [
    [is.whole, 'INTEGER'],
    [is.float(53), 'NUMBER'],
    [is.instant, 'DATE-TIME'],
    [is.struct, 'OBJECT'],
  ],
  cases: [
    ['BIGINT', 'keeps', 'integer'],
    ["'integer'", 'keeps', 'integer'],
    ['DOUBLE', 'keeps', 'number'],
    ['INT', 'breaks', 'number'],
    ['TIMESTAMPZ', 'keeps', 'date-time'],
    ['DATE', 'keeps', 'date'],
    ['UUID', 'keeps', 'uuid'],
    ['STRUCT', 'keeps', 'object'],
    ['ARRAY<STRING>', 'keeps', 'array<string>'],
  ],
};
