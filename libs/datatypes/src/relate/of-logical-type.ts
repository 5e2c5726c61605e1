import type { TypedColumn } from '../column';
import { platformOf } from '../platforms';
import { logicalDataType, logicalType } from '../read/logical-type';
import { readPromised } from '../read/read-type';
import { lossOf } from './loss';

/**
 * Whether the logicalType that a column notes still fits what it promises: its dataType may have been changed since. Without a platform
 * whose words would be known, a word that says nothing is left to the dataType.
 */
export function isOfLogicalType(column: TypedColumn): boolean {
  const { extension, ...type } = column;
  const word = extension?.logicalType;
  if (typeof word !== 'string' || logicalDataType(word) === undefined) return false;
  if (logicalDataType(word) === column.dataType?.toUpperCase()) return true;
  const promise = readPromised(type, platformOf());
  return promise.kind !== 'logical' && lossOf(logicalType(word, undefined), promise, platformOf()) === undefined;
}
