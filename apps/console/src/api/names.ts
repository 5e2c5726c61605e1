import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from './service/client';
import { ENTITY_TYPES } from './entity-types';

/** Types whose names filters ask for. */
export type NamedType = keyof typeof ENTITY_TYPES;

export const SERVICE_TYPES: readonly NamedType[] = Object.keys(ENTITY_TYPES).filter((type) => type.endsWith('Service'));

const MOST = 8;

export interface FoundName {
  readonly fqn: string;
  /** The name as it is shown elsewhere. */
  readonly label: string;
}

/**
 * Entities of these types whose names begin like the text; some of them where nothing is typed.
 *
 * @param below the FQN of what they lie in
 */
export const namesQuery = (types: readonly NamedType[], text: string, below?: string) =>
  queryOptions({
    queryKey: ['names', types, text, below],
    queryFn: async ({ signal }): Promise<readonly FoundName[]> => {
      const within = below === undefined ? [] : [{ prefix: { fullyQualifiedName: `${below}.` } }];
      const { q, conditions } = beginningWith(text.trim());
      const filter = { query: { bool: { must: [{ terms: { entityType: types } }, ...within, ...conditions] } } };
      const query = {
        q,
        query_filter: JSON.stringify(filter),
        size: MOST,
        include_aggregations: false,
        include_source_fields: 'fullyQualifiedName,displayName',
      };
      const { hits } = await answerOf(api.GET('/api/v1/search/query', { params: { query }, signal }));
      const found = (hits.hits ?? []).flatMap(({ _source }) => nameOf(_source));
      // Types may share a name; it is chosen once.
      return [...new Map(found.map((one) => [one.fqn, one])).values()];
    },
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Their FQNs alone, for fields that contain nothing else. */
export const fqnsQuery = (types: readonly NamedType[], text: string) => ({
  ...namesQuery(types, text),
  select: fqnsOf,
});

const fqnsOf = (found: readonly FoundName[]): readonly string[] => found.map(({ fqn }) => fqn);

const nameOf = ({ fullyQualifiedName: fqn, displayName }: Schemas['SearchDocument'] = {}): FoundName[] =>
  fqn === undefined ? [] : [{ fqn, label: displayName || fqn }];

/** A query takes a beginning of two letters at least; one letter is looked for in names alone. */
const LEAST_BEGINNING = 2;

function beginningWith(text: string): { readonly q: string; readonly conditions: readonly object[] } {
  if (text === '') return { q: '*', conditions: [] };
  if (lettersOf(text) >= LEAST_BEGINNING) return { q: `${escaped(text)}*`, conditions: [] };
  const fields = ['fullyQualifiedName', 'name.keyword', 'displayName.keyword'];
  const should = fields.map((field) => ({ prefix: { [field]: text } }));
  return { q: '*', conditions: [{ bool: { should } }] };
}

/** Counts characters that are no white space. */
const lettersOf = (text: string): number => [...text].filter((sign) => sign.trim() !== '').length;

/** Escapes what would be read as the language of searches, so that it is looked for as it stands. */
function escaped(text: string): string {
  return text.replaceAll(/[+\-!(){}[\]^"~*?:\\/&|\s]/g, (sign) => (/\s/.test(sign) ? '?' : `\\${sign}`));
}
