import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './service/client';
import { ENTITY_TYPES } from './entity-types';

/** Types whose names filters ask for. */
export type NamedType = keyof typeof ENTITY_TYPES;

export const SERVICE_TYPES: readonly NamedType[] = Object.keys(ENTITY_TYPES).filter((type) => type.endsWith('Service'));

const MOST = 8;

/**
 * FQNs of entities of these types whose names begin like the text; some of them where nothing is typed.
 *
 * @param below the FQN of what they lie in
 */
export const namesQuery = (types: readonly NamedType[], text: string, below?: string) =>
  queryOptions({
    queryKey: ['names', types, text, below],
    queryFn: async ({ signal }) => {
      const within = below === undefined ? [] : [{ prefix: { fullyQualifiedName: `${below}.` } }];
      const filter = { query: { bool: { must: [{ terms: { entityType: types } }, ...within] } } };
      const query = {
        q: text.trim() === '' ? '*' : `${escaped(text.trim())}*`,
        query_filter: JSON.stringify(filter),
        size: MOST,
        include_aggregations: false,
        include_source_fields: 'fullyQualifiedName',
      };
      const { hits } = await answerOf(api.GET('/api/v1/search/query', { params: { query }, signal }));
      return [
        ...new Set(
          (hits.hits ?? []).map(({ _source }) => String((_source as Record<string, unknown>)['fullyQualifiedName'])),
        ),
      ];
    },
    placeholderData: keepPreviousData,
    retry: false,
  });

/** What would be read as the language of searches is looked for as it stands. */
function escaped(text: string): string {
  return text.replaceAll(/[+\-!(){}[\]^"~*?:\\/&|\s]/g, (sign) => (/\s/.test(sign) ? '?' : `\\${sign}`));
}
