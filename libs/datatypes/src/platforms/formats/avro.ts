import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Types and logical types of fields of messages. */
export const AVRO: PlatformData = {
  serviceTypes: { Avro: 'Avro' },
  words: [
    [is.bytes(), 'BYTES', 'FIXED'],
    [is.time(), 'TIME-MILLIS', 'TIME-MICROS'],
    [is.instant, 'TIMESTAMP-MILLIS', 'TIMESTAMP-MICROS', 'TIMESTAMP-NANOS'],
    [is.wall, 'LOCAL-TIMESTAMP-MILLIS', 'LOCAL-TIMESTAMP-MICROS', 'LOCAL-TIMESTAMP-NANOS'],
  ],
  promised: [[is.bytes(), 'FIXED']],
  cases: [
    ['BIGINT', 'keeps', 'long'],
    ['BIGINT', 'breaks', 'int'],
    ['DOUBLE', 'breaks', 'float'],
    ['DECIMAL', 'breaks', 'fixed'],
    ['DECIMAL(10,2)', 'keeps', 'decimal(12,2)'],
    ['TIMESTAMPZ', 'keeps', 'timestamp-millis'],
    ['TIMESTAMPZ', 'breaks', 'local-timestamp-millis'],
    ['INT', 'keeps', 'union<null, int>'],
    ['STRING', 'keeps', 'enum'],
    ['UUID', 'keeps', 'uuid'],
  ],
};
