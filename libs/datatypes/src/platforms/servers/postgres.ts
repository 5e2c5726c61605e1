import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Times of a second have six digits. Connectors write the dataType FLOAT for `real`. */
export const POSTGRES: PlatformData = {
  serviceTypes: { Postgres: 'PostgreSQL', Greenplum: 'Greenplum', Timescale: 'Timescale' },
  words: [
    [is.sizedFloat(53), 'FLOAT'],
    [is.moment('without', 6), 'TIMESTAMP'],
    [is.moment('with', 6), 'TIMESTAMPTZ'],
    [is.text(), 'NAME'],
  ],
  withoutDisplay: [
    [is.float(24), 'FLOAT'],
    [is.wall, 'TIMESTAMP'],
  ],
  cases: [
    ['INT', 'keeps', 'serial'],
    ['BIGINT', 'breaks', 'integer'],
    ['BIGINT', 'breaks', 'numeric(19,0)'],
    ['DOUBLE', 'keeps', 'float'],
    ['DOUBLE', 'breaks', 'float(24)'],
    ['DOUBLE', 'keeps', 'float(25)'],
    ["'double precision'", 'breaks', 'real'],
    ['VARCHAR(80)', 'keeps', 'text'],
    ['VARCHAR(80)', 'breaks', 'character(80)'],
    ['CHAR(1)', 'keeps', 'character'],
    ['BOOLEAN', 'breaks', 'bit(1)'],
    ['JSON', 'breaks', 'text'],
    ['UUID', 'breaks', 'character varying(36)'],
    ["'timestamp(6) without time zone'", 'keeps', 'timestamp'],
    ["'timestamp without time zone'", 'breaks', 'timestamp(3) without time zone'],
    ["'timetz'", 'breaks', 'time without time zone'],
    ["'time without time zone'", 'breaks', 'time with time zone'],
    ["'numeric(10,2)[]'", 'keeps', 'numeric(12,2)[]'],
    ["'numeric(10,2)'", 'breaks', 'numeric(12,2)[]'],
    ["'numeric(10,2)[]'", 'breaks', 'numeric(12,2)'],
  ],
};
