import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Grown from PostgreSQL, with lengths of its own; SUPER stores any JSON. */
export const REDSHIFT: PlatformData = {
  serviceTypes: { Redshift: 'Redshift' },
  words: [
    [is.sizedFloat(53), 'FLOAT'],
    [is.text({ fixed: 256 }), 'TEXT'],
    [is.wall, 'TIMESTAMP'],
    [is.bytes(), 'VARBYTE', 'BINARY'],
    [is.openJson, 'SUPER'],
  ],
  promised: [[is.openJson, 'SUPER']],
  cases: [
    ['VARCHAR(256)', 'keeps', 'text'],
    ['VARCHAR(257)', 'breaks', 'text'],
    ['TEXT', 'keeps', 'text'],
    ['DOUBLE', 'keeps', 'float'],
    ['DOUBLE', 'breaks', 'float4'],
    ['BIGINT', 'breaks', 'numeric(19,0)'],
    ['JSON', 'keeps', 'super'],
    ['STRING', 'breaks', 'super'],
    ['VARBINARY(16)', 'keeps', 'varbyte(16)'],
    ['VARBINARY(16)', 'breaks', 'varbyte(8)'],
    ["'timestamp without time zone'", 'breaks', 'timestamp with time zone'],
    ["'timestamptz'", 'keeps', 'timestamp with time zone'],
  ],
};
