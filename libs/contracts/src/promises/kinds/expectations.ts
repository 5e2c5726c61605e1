import type { PromiseKind } from '../promise';

/** Test cases that have to succeed. */
export const EXPECTATION: PromiseKind = {
  kind: 'expectation',
  members: ['qualityExpectations'],
  dimension: 'quality',
  isDrafted: true,
  ofContract: ({ contract }) =>
    (contract.qualityExpectations ?? []).map((reference, index) => {
      const said =
        typeof reference === 'string' ? reference : (reference.fullyQualifiedName ?? reference.name ?? reference.id);
      return { kind: 'expectation', path: `qualityExpectations.${said ?? index}`, index };
    }),
};
