import { typeFamily, typeText } from '@app/catalog/pure';
import type { ColumnType } from './data-type';

/** logicalType by family of types; what has none is a text. */
const FAMILIES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  decimal: 'number',
  boolean: 'boolean',
  complex: 'object',
};
const TYPES: Readonly<Record<string, string>> = {
  DATE: 'date',
  TIME: 'time',
  ARRAY: 'array',
  JSON: 'string',
  STRUCT: 'object',
};

/** The logicalType of the standard for a dataType of ours. */
export function logicalWord(dataType: string): string {
  const own = Object.hasOwn(TYPES, dataType) ? TYPES[dataType] : undefined;
  const family = typeFamily(dataType);
  if (own !== undefined) return own;
  if (family === 'time') return 'timestamp';
  return (Object.hasOwn(FAMILIES, family) ? FAMILIES[family] : undefined) ?? 'string';
}

/** A type as a physicalType spells it: `VARCHAR(18)`, `DECIMAL(10,2)`, `ARRAY<INT>`. */
export function physicalWord(type: ColumnType): string {
  return type.dataType === 'ARRAY' ? `ARRAY<${type.arrayDataType ?? 'UNKNOWN'}>` : typeText(type);
}
