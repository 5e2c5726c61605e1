import { queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE } from '../administration';
import { answerOf, api, type Schemas } from '../service/client';

/** The service that the names of a namespace belong to. */
export type NamingRule = Schemas['GetOpenLineageMappingsOutputMappingsItem'];

/** A rule as it is sent: its service is named. */
export interface SentNamingRule {
  readonly namespacePrefix: string;
  readonly service: string;
  readonly create: boolean;
}

export const unresolvedQuery = (after: string | undefined) =>
  queryOptions({
    queryKey: ['administration', 'names', after],
    queryFn: ({ signal }) => {
      const params = { query: { limit: PAGE_SIZE, after } };
      return answerOf(api.GET('/api/v1/openlineage/unresolved', { params, signal }));
    },
  });

export const namingRulesQuery = queryOptions({
  queryKey: ['administration', 'naming-rules'],
  queryFn: async ({ signal }) => (await answerOf(api.GET('/api/v1/openlineage/mappings', { signal }))).mappings,
});

const RULE = '/api/v1/openlineage/mappings/{namespacePrefix}';

/**
 * Replaces a rule by another one.
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
