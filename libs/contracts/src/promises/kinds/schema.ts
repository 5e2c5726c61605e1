import { parseSchemaPolicy } from '../../document/extension';
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

/** The asset has no further columns; columns have the same order. */
export const SCHEMA_POLICY: PromiseKind = {
  kind: 'schemaPolicy',
  members: ['extension.schemaPolicy'],
  dimension: 'schema',
  isDrafted: false,
  ofContract: ({ contract }) => {
    if (!contract.schema?.length) return [];
    const { policy } = parseSchemaPolicy(contract.extension);
    const paths = [
      ...(policy.extraColumns === 'forbid' ? ['schemaPolicy.extraColumns'] : []),
      ...(policy.order === 'same' ? ['schemaPolicy.order'] : []),
    ];
    return paths.map((path) => ({ kind: 'schemaPolicy', path }));
  },
};
