import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from './service/client';

/** From this length on, the API completes. */
const LEAST_LENGTH = 2;
const SUGGESTIONS = 8;
export const HITS_A_PAGE = 20;
/** The API pages no deeper. */
export const MOST_HITS = 10_000;

export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['suggestions', q],
    queryFn: async ({ signal }) => {
      const params = { query: { q, size: SUGGESTIONS } };
      return (await answerOf(api.GET('/api/v1/search/suggest', { params, signal }))).suggestions;
    },
    enabled: q.length >= LEAST_LENGTH,
    placeholderData: keepPreviousData,
  });

/** From this length on, a word is looked for in descriptions and columns while it is typed. */
const LEAST_WORD = 3;
const FIRST_HITS = 5;

/**
 * The words of a text as a query, of which the last one may be unfinished; undefined where none is long enough. Without signs, and in
 * lower case, nothing of it is an operator.
 */
function wordsQuery(text: string): string | undefined {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (!words.some(({ length }) => length >= LEAST_WORD)) return undefined;
  return `${words.join(' ')}${(words.at(-1)?.length ?? 0) >= LEAST_WORD ? '*' : ''}`;
}

/** Assets that a search for the words would find first. */
export const firstHitsQuery = (text: string) => {
  const q = wordsQuery(text);
  return queryOptions({
    queryKey: ['first-hits', q],
    queryFn: async ({ signal }): Promise<readonly Hit[]> => {
      const query = { q, size: FIRST_HITS, include_aggregations: false, track_total_hits: false };
      return hitsOf((await answerOf(api.GET('/api/v1/search/query', { params: { query }, signal }))).hits.hits);
    },
    enabled: q !== undefined,
    retry: false,
  });
};

type Whole<K extends keyof Schemas['SearchDocument']> = Schemas['SearchDocument'] &
  Required<Pick<Schemas['SearchDocument'], K>>;
/** The document of an entity as searches know it. */
export type SearchDocument = Whole<'id' | 'entityType' | 'name' | 'fullyQualifiedName'>;

export interface Hit {
  readonly document: SearchDocument;
  readonly highlight: Readonly<Record<string, readonly string[]>>;
}

export interface Bucket {
  readonly key: string;
  /** The value as it is written, where that is known: the key is in lower case. */
  readonly label?: string;
  readonly doc_count: number;
}

export interface Found {
  readonly total: number;
  /** Whether there are more than `total`. */
  readonly isLeast: boolean;
  readonly hits: readonly Hit[];
  readonly facets: Readonly<Record<string, readonly Bucket[]>>;
  readonly warnings: readonly Schemas['SearchEntitiesOutputWarningsItem'][];
  /** The query that found these hits, where the one that was asked found none. */
  readonly rewritten: string | undefined;
}

/** The facets of the search page: the name in its address, and the field that is counted and filtered. */
export const FACETS = {
  type: { field: 'entityType', label: 'Type' },
  contract: { field: 'contract.latestStatus', label: 'Contract' },
  service: { field: 'service.name', label: 'Service' },
  owner: { field: 'owners.name', label: 'Owner' },
  domain: { field: 'domains.fullyQualifiedName', label: 'Domain' },
  tier: { field: 'tier.tagFQN', label: 'Tier' },
  tag: { field: 'tags.tagFQN', label: 'Tag' },
} as const;

export type Facet = keyof typeof FACETS;
export type Chosen = Partial<Readonly<Record<Facet, readonly string[] | undefined>>>;

const FACET_SIZE = 12;

const facetEntries = Object.entries(FACETS) as [Facet, { field: string }][];

/** The chosen values of each facet, one of each, as a filter of hits and of facets. */
function filterOf(chosen: Chosen): string | undefined {
  const must = facetEntries.flatMap(([facet, { field }]) =>
    chosen[facet]?.length ? [{ terms: { [field]: chosen[facet] } }] : [],
  );
  return must.length ? JSON.stringify({ query: { bool: { must } } }) : undefined;
}

/** The members of a document that facets count, and how one of them is shown. */
const WRITTEN: Readonly<Record<string, (one: Readonly<Record<string, string>>) => string | undefined>> = {
  owners: ({ displayName, name }) => displayName ?? name,
  service: ({ displayName, name }) => displayName ?? name,
  domains: ({ displayName, fullyQualifiedName }) => displayName ?? fullyQualifiedName,
  tier: ({ tagFQN }) => tagFQN,
  tags: ({ tagFQN }) => tagFQN,
};

const aggregationsOf = (facets: readonly Facet[]): string =>
  JSON.stringify(Object.fromEntries(facets.map((facet) => [facet, aggregationOf(FACETS[facet].field)])));

/** Values are counted in lower case: one of the entities with a value has it as it is written. */
function aggregationOf(field: string): object {
  const [member] = field.split('.') as [string];
  const counted = { terms: { field, size: FACET_SIZE } };
  if (!(member in WRITTEN)) return counted;
  return { ...counted, aggs: { shown: { top_hits: { size: 1, _source: [member] } } } };
}

const AGGREGATIONS = aggregationsOf(facetEntries.map(([facet]) => facet));

type Facets = Found['facets'];

interface CountedBucket extends Omit<Bucket, 'label'> {
  readonly shown?: {
    readonly hits?: { readonly hits?: readonly { readonly _source?: Readonly<Record<string, unknown>> }[] };
  };
}

function facetsOf(aggregations: unknown): Facets {
  const answered = Object.entries((aggregations ?? {}) as Record<string, { buckets?: CountedBucket[] }>);
  return Object.fromEntries(
    answered.map(([name, { buckets = [] }]) => [name, buckets.map((bucket) => shownBucket(name as Facet, bucket))]),
  );
}

function shownBucket(facet: Facet, { key, doc_count, shown }: CountedBucket): Bucket {
  const source = shown?.hits?.hits?.[0]?._source;
  const label = source && writtenAs(FACETS[facet].field, key, source);
  return { key, doc_count, ...(label !== undefined && { label }) };
}

function writtenAs(field: string, key: string, source: Readonly<Record<string, unknown>>): string | undefined {
  const [member, part] = field.split('.') as [string, string];
  const one = [source[member]]
    .flat()
    .find((value) => lowered((value as Record<string, unknown> | undefined)?.[part]) === key);
  return one === undefined ? undefined : WRITTEN[member]?.(one as Record<string, string>);
}

const lowered = (value: unknown): string | undefined => (typeof value === 'string' ? value.toLowerCase() : undefined);

/** Values that each facet with a chosen one could leave under the choices of the others: more of its values can be chosen. */
async function chosenFacets(q: string, chosen: Chosen, signal: AbortSignal): Promise<Facets> {
  const facets = facetEntries.flatMap(([facet]) => (chosen[facet]?.length ? [facet] : []));
  const counted = await Promise.all(
    facets.map(async (facet) => {
      const query_filter = filterOf({ ...chosen, [facet]: undefined });
      const query = { q, query_filter, size: 0, track_total_hits: false, aggregations: aggregationsOf([facet]) };
      return facetsOf((await answerOf(api.GET('/api/v1/search/query', { params: { query }, signal }))).aggregations);
    }),
  );
  return Object.assign({}, ...counted) as Facets;
}

/** Whether a document came with what names its entity; a search can ask for other members alone. */
export const isNamed = (document: Schemas['SearchDocument'] | undefined): document is SearchDocument =>
  document?.id !== undefined &&
  document.entityType !== undefined &&
  document.name !== undefined &&
  document.fullyQualifiedName !== undefined;

const hitsOf = (hits: Schemas['SearchEntitiesOutput']['hits']['hits'] = []): readonly Hit[] =>
  hits.flatMap(({ _source: document, highlight = {} }) => (isNamed(document) ? [{ document, highlight }] : []));

export const searchQuery = (q: string, chosen: Chosen, page: number) =>
  queryOptions({
    queryKey: ['search', q, chosen, page],
    queryFn: async ({ signal }): Promise<Found> => {
      const asked = q === '' ? '*' : q;
      const query = {
        q: asked,
        query_filter: filterOf(chosen),
        from: (page - 1) * HITS_A_PAGE,
        size: HITS_A_PAGE,
        aggregations: AGGREGATIONS,
      };
      const [answer, ofChosen] = await Promise.all([
        answerOf(api.GET('/api/v1/search/query', { params: { query }, signal })),
        chosenFacets(asked, chosen, signal),
      ]);
      const { hits, warnings = [], rewrittenQuery } = answer;
      return {
        total: hits.total?.value ?? 0,
        isLeast: hits.total?.relation === 'gte',
        hits: hitsOf(hits.hits),
        facets: { ...facetsOf(answer.aggregations), ...ofChosen },
        warnings,
        rewritten: rewrittenQuery,
      };
    },
    placeholderData: keepPreviousData,
    retry: false,
  });

const hasId = (document: Schemas['SearchDocument'] | undefined): document is Whole<'id'> => document?.id !== undefined;

/** Ids that fit into one address. */
const IDS_A_REQUEST = 150;

/** These entities as searches know them, as far as the query finds them, with some of their members. */
export async function documentsOf(
  ids: readonly string[],
  q: string,
  members: string,
  signal: AbortSignal,
): Promise<Whole<'id'>[]> {
  const found: Whole<'id'>[] = [];
  for (let at = 0; at < ids.length; at += IDS_A_REQUEST) {
    const query = {
      q,
      query_filter: JSON.stringify({ query: { terms: { id: ids.slice(at, at + IDS_A_REQUEST) } } }),
      size: IDS_A_REQUEST,
      include_aggregations: false,
      include_source_fields: members,
    };
    const { hits } = await answerOf(api.GET('/api/v1/search/query', { params: { query }, signal }));
    found.push(...(hits.hits ?? []).flatMap(({ _source }) => (hasId(_source) ? [_source] : [])));
  }
  return found;
}
