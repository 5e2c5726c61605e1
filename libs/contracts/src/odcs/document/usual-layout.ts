import { isObject } from '@app/common';
import { type Json, textOf } from '../../document/json';
import { fromOldLayout, isOldLayout } from './old-layout';

/** Logical types that only columns have: that of an object is `object`. */
const OF_COLUMNS = new Set(['string', 'date', 'timestamp', 'time', 'number', 'integer', 'boolean', 'array']);
/** Members that only columns have. */
const COLUMN_MEMBERS = ['primaryKey', 'required', 'unique', 'logicalTypeOptions', 'classification'];

/** The name of the one object where the document has none. */
const UNNAMED = 'columns';

/** A document with the names of 3.x, and its columns inside of an object. Does not change `document`. */
export function usualLayout(document: Json): Json {
  const named = isOldLayout(document) ? fromOldLayout(document) : document;
  if (!hasColumnsBelow(named)) return named;
  const object = { name: textOf(named.name) ?? UNNAMED, logicalType: 'object', properties: named.schema };
  return { ...named, schema: [object] };
}

/**
 * Whether the columns stand right below `schema`, where the standard has objects, as OpenMetadata writes them: one is certainly a column, and
 * all others may be.
 */
export function hasColumnsBelow({ schema }: Json): boolean {
  if (!Array.isArray(schema) || !schema.some((element) => isObject(element) && isColumn(element))) return false;
  return schema.every((element) => isObject(element) && (isColumn(element) || isNested(element) || isBare(element)));
}

function isColumn(element: Json): boolean {
  const { logicalType } = element;
  if (typeof logicalType === 'string') return OF_COLUMNS.has(logicalType.toLowerCase());
  return element.properties === undefined && COLUMN_MEMBERS.some((name) => element[name] !== undefined);
}

/** A column of columns. */
function isNested({ logicalType, properties }: Json): boolean {
  return logicalType === 'object' && Array.isArray(properties);
}

function isBare({ logicalType, properties }: Json): boolean {
  return properties === undefined && (logicalType === undefined || logicalType === 'object');
}
