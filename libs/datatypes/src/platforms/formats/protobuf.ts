import type { PlatformData } from '../platform';
import * as is from '../templates';

/** Scalar types of fields of messages. */
export const PROTOBUF: PlatformData = {
  serviceTypes: { Protobuf: 'Protobuf' },
  words: [
    [is.int(32), 'INT32', 'SINT32', 'SFIXED32'],
    [is.int(64), 'INT64', 'SINT64', 'SFIXED64'],
    [is.unsigned(32), 'UINT32', 'FIXED32'],
    [is.unsigned(64), 'UINT64', 'FIXED64'],
    [is.instant, 'GOOGLE.PROTOBUF.TIMESTAMP'],
    [is.struct, 'MESSAGE'],
  ],
  cases: [
    ['INT', 'keeps', 'sint32'],
    ['BIGINT', 'breaks', 'int32'],
    ['BIGINT', 'keeps', 'sfixed64'],
    ['BIGINT', 'breaks', 'uint64'],
    ['INT', 'breaks', 'fixed32'],
    ['UINT', 'keeps', 'fixed32'],
    ['DOUBLE', 'keeps', 'double'],
    ['BYTES', 'keeps', 'bytes'],
    ['TIMESTAMPZ', 'keeps', 'google.protobuf.Timestamp'],
  ],
};
