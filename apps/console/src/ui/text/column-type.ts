import type { Asset } from '../../api/assets';
import type { Merged, Schemas } from '../../api/service/client';

/** A column, a field of a message or of a search index. */
export type Column = Merged<Schemas['Column'] | Schemas['Field'] | Schemas['SearchIndexField']>;

const EXACT = new Set(['DECIMAL', 'NUMERIC', 'NUMBER', 'FIXED']);
const SIZED = new Set(['CHAR', 'VARCHAR', 'BINARY', 'VARBINARY']);
const TEXTS = new Set([
  'STRING',
  'TEXT',
  'MEDIUMTEXT',
  'NTEXT',
  'CLOB',
  'BLOB',
  'BYTEA',
  'BYTES',
  'LONGBLOB',
  'MEDIUMBLOB',
]);

/** Known clients send the length 1 for types that need none. */
const takesLength = (type: string, length = 0): boolean => SIZED.has(type) || (TEXTS.has(type) && length > 1);

/**
 * `DECIMAL(12,2)`, `VARCHAR(320)`, `ARRAY<INT>`; as the source displays it where it says so. Types that take no length or precision
 * are shown without one, whatever a document states.
 */
export function columnType(column: Column): string {
  const { dataType, dataTypeDisplay, arrayDataType, dataLength, precision, scale } = column;
  if (dataTypeDisplay) return dataTypeDisplay;
  if (dataType === 'ARRAY' && arrayDataType) return `ARRAY<${arrayDataType}>`;
  const word = String(dataType).toUpperCase();
  const numbers = EXACT.has(word) ? [precision, scale] : [takesLength(word, dataLength) ? dataLength : undefined];
  const stated = numbers[0] === undefined ? [] : numbers.filter((one) => one !== undefined);
  return stated.length ? `${dataType}(${stated.join(',')})` : String(dataType);
}

/** The column at a path such as `delivery.city`; names may contain dots themselves. */
export function columnAt(columns: readonly Column[], path: string): Column | undefined {
  for (const column of columns) {
    if (column.name === path) return column;
    if (!path.startsWith(`${column.name}.`)) continue;
    const found = columnAt((column.children ?? []) as Column[], path.slice(column.name.length + 1));
    if (found) return found;
  }
  return undefined;
}

/** Columns of tables, fields of topics, indexes and files. */
export function columnsOf({ columns, fields, messageSchema, dataModel }: Asset): readonly Column[] {
  return columns ?? dataModel?.columns ?? messageSchema?.schemaFields ?? fields ?? [];
}
