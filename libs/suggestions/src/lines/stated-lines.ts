import { childPath } from '@app/contracts';
import type { KnownTest } from '../evidence/asset-evidence';
import { confidenceOf, STATED, type Suggestion } from './suggested-line';

type Json = Readonly<Record<string, unknown>>;

/** Rules that are defined by their names, each with what the asset has where it is met. */
const RULES: Readonly<Record<string, { readonly has: (asset: Json) => boolean; readonly text: string }>> = {
  hasOwner: { has: ({ owners }) => listed(owners).length > 0, text: 'The asset has an owner' },
  hasDescription: {
    has: ({ description }) => typeof description === 'string' && description.trim() !== '',
    text: 'The asset has a description',
  },
  hasTier: {
    has: ({ tags }) => listed(tags).some(({ tagFQN }) => String(tagFQN).startsWith('Tier.')),
    text: 'The asset has a tier',
  },
  hasDomain: { has: ({ domains }) => listed(domains).length > 0, text: 'The asset is in a domain' },
};

function listed(value: unknown): Json[] {
  return (Array.isArray(value) ? (value as Json[]) : []).filter(({ deleted }) => deleted !== true);
}

/** Rules that the document of the asset meets. */
export function ruleLines(asset: Json): Suggestion[] {
  return Object.entries(RULES)
    .filter(([, { has }]) => has(asset))
    .map(([name, { text }]) => ({
      line: {
        path: childPath('semantics', name),
        value: { name },
        confidence: STATED,
        evidence: [{ kind: 'asset', count: 1, text }],
      },
      promised: { kind: 'rule', name },
    }));
}

/** Test cases whose newest result is a success, and none of whose last results failed. */
export function expectationLines(tests: readonly KnownTest[]): Suggestion[] {
  return tests
    .filter(({ newest, hasFailed, isOfRule }) => newest === 'Success' && !hasFailed && !isOfRule)
    .map(({ reference, results, from, to }) => {
      const text = `None of its last ${results} results failed, and the newest is a success`;
      const evidence = { kind: 'testCase' as const, count: results, from, to, text };
      const { id, type, name, fullyQualifiedName } = reference;
      return {
        line: {
          path: childPath('qualityExpectations', fullyQualifiedName),
          value: { id, type, name, fullyQualifiedName },
          confidence: confidenceOf(results),
          evidence: [evidence],
        },
        promised: { kind: 'expectation', reference },
      };
    });
}
