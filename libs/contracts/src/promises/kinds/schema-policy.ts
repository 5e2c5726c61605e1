import { parseSchemaPolicy } from '../../document/extension';
import type { PromiseKind } from '../promise';

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
