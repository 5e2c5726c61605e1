import { parseSchemaPolicy } from '../../document/extension';
import { columnPath } from '../../promises/column-promises';
import { diffColumns } from '../../change/schema/diff-columns';
import { diffSchemaPolicy } from '../../change/sections/diff-schema-policy';
import type { PromiseKind } from '../../promises/promise-kind';

/** A column is there, with its type. */
export const COLUMN: PromiseKind<'column'> = {
  kind: 'column',
  members: [
    ...['name', 'dataType', 'arrayDataType', 'dataLength', 'precision', 'scale', 'dataTypeDisplay', 'children'],
    ...['jsonSchema', 'extension.logicalType', 'extension.items'],
  ].map((member) => `schema[].${member}`),
  ofColumn: (column) => [{ kind: 'column', path: columnPath(column.path), column }],
  compare: ({ before, after, platform, names }) =>
    diffColumns(before.schema ?? [], after.schema ?? [], { platform, names }),
  documentPath: ({ column }, paths) => paths.ofColumn(column),
};

/** The asset has no further columns; columns have the same order. */
export const SCHEMA_POLICY: PromiseKind<'schemaPolicy'> = {
  kind: 'schemaPolicy',
  members: ['extension.schemaPolicy'],
  ofContract: ({ contract }) => {
    if (!contract.schema?.length) return [];
    const { policy } = parseSchemaPolicy(contract.extension);
    const paths = [
      ...(policy.extraColumns === 'forbid' ? ['schemaPolicy.extraColumns'] : []),
      ...(policy.order === 'same' ? ['schemaPolicy.order'] : []),
    ];
    return paths.map((path) => ({ kind: 'schemaPolicy', path }));
  },
  compare: ({ before, after }) => diffSchemaPolicy(before, after),
  documentPath: (_promise, paths) => paths.of('extension'),
};
