import { columnPath } from '../column-promises';
import type { PromiseKind } from '../promise';

/** A column is there, with its type. */
export const COLUMN: PromiseKind = {
  kind: 'column',
  members: [
    ...['name', 'dataType', 'arrayDataType', 'dataLength', 'precision', 'scale', 'dataTypeDisplay', 'children'],
    ...['jsonSchema', 'extension.logicalType', 'extension.items'],
  ].map((member) => `schema[].${member}`),
  dimension: 'schema',
  isDrafted: true,
  ofColumn: (column) => [{ kind: 'column', path: columnPath(column.path), column }],
};
