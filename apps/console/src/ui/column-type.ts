import type { Asset } from '../api/assets';
import type { Schemas } from '../api/service/client';

export type Column = Schemas['Column'];

/** `DECIMAL(12,2)`, `VARCHAR(320)`, `ARRAY<INT>`; as the source displays it where it says so. */
export function columnType(column: Column): string {
  const { dataType, dataTypeDisplay, arrayDataType, dataLength, precision, scale } = column;
  if (dataTypeDisplay) return dataTypeDisplay;
  if (dataType === 'ARRAY' && arrayDataType) return `ARRAY<${arrayDataType}>`;
  const numbers = precision === undefined ? [dataLength] : [precision, scale];
  const stated = numbers.filter((one) => one !== undefined);
  return stated.length ? `${dataType}(${stated.join(',')})` : String(dataType);
}

/** The column at a path such as `delivery.city`; names may hold dots themselves. */
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
