import { queryOptions } from '@tanstack/react-query';
import { pageOf } from './administration';
import { answerOf, api, readJson } from './service/client';

interface UnresolvedName {
  readonly namespace: string;
  readonly name: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly events: number;
}

/** In which service the names of a namespace lie. */
export interface NamingRule {
  readonly namespacePrefix: string;
  readonly service: { readonly id: string; readonly type: string; readonly fullyQualifiedName: string };
  /** Whether it makes tables that events show. */
  readonly create: boolean;
  /** It follows from a service, and is not changed here. */
  readonly derived?: boolean;
}

/** A rule as it is sent: its service is named. */
export interface SentNamingRule {
  readonly namespacePrefix: string;
  readonly service: string;
  readonly create: boolean;
}

const RULES = '/api/v1/openlineage/mappings';

export const unresolvedQuery = (after: string | undefined) =>
  queryOptions({
    queryKey: ['administration', 'names', after],
    queryFn: ({ signal }) => pageOf<UnresolvedName>('/api/v1/openlineage/unresolved', after, signal),
  });

export const namingRulesQuery = queryOptions({
  queryKey: ['administration', 'naming-rules'],
  queryFn: async ({ signal }) => (await readJson<{ mappings: readonly NamingRule[] }>(RULES, { signal })).mappings,
});

const RULE = '/api/v1/openlineage/mappings/{namespacePrefix}';

/**
 * Stores a rule in the place of another one.
 *
 * @param prefix of the rule that goes; undefined: none does
 * @param rule that comes; undefined: none does
 */
export async function changeNamingRules(prefix: string | undefined, rule: SentNamingRule | undefined): Promise<void> {
  // The empty prefix has a sign of its own in a path.
  const path = (given: string) => ({ params: { path: { namespacePrefix: given || '*' } } });
  if (rule) {
    const { namespacePrefix, ...body } = rule;
    await answerOf(api.PUT(RULE, { ...path(namespacePrefix), body }));
  }
  if (prefix !== undefined && prefix !== rule?.namespacePrefix) await answerOf(api.DELETE(RULE, path(prefix)));
}
