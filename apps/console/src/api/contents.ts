import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Asset } from './assets';
import { readJson } from './service/client';
import { ENTITY_TYPES } from './entity-types';
import { documentsOf } from './searches';

/** One list of what an entity holds. */
export interface ContentList {
  readonly title: string;
  /** The type of the listed entities; absent where several types are. */
  readonly type?: string;
  /** The address that lists it. */
  readonly path: (of: Asset) => string;
  /** Lists of assets that searches find have places in the place of cursors. */
  readonly isByPlace?: true;
  /** Not shown where it is empty. */
  readonly isQuiet?: true;
}

/** An entity that is held, as lists show it. */
export interface Held {
  readonly id: string;
  readonly type?: string;
  readonly name: string;
  readonly displayName?: string;
  readonly fullyQualifiedName: string;
  readonly description?: string;
}

const below = (title: string, type: string, parameter: string, more = ''): ContentList => ({
  title,
  type,
  path: ({ fullyQualifiedName: fqn }) =>
    `/api/v1/${ENTITY_TYPES[type]?.collection}?${parameter}=${encodeURIComponent(fqn)}${more}`,
});

const typesThat = (are: (type: string) => boolean): string => Object.keys(ENTITY_TYPES).filter(are).join(',');
const isAsset = (type: string): boolean => ENTITY_TYPES[type]?.promises === true;

/** Types that can have a contract, as coverage counts them; contracts and all else are lists of their own. */
const LISTS_OF_ASSETS = [
  ['', typesThat(isAsset)],
  ['Contracts', 'dataContract'],
  ['Also', typesThat((type) => !isAsset(type) && type !== 'dataContract')],
] as const;

const assetsOf = (title: string, collection: string): ContentList[] =>
  LISTS_OF_ASSETS.map(([own, types]) => ({
    title: own || title,
    path: ({ id }) => `/api/v1/${collection}/${id}/assets?entityType=${types}`,
    isByPlace: true,
    ...(own && { isQuiet: true }),
  }));

/** The lists of each type that holds others. */
export const CONTENTS: Readonly<Record<string, readonly ContentList[]>> = {
  databaseService: [below('Databases', 'database', 'service')],
  messagingService: [below('Topics', 'topic', 'service')],
  dashboardService: [
    below('Dashboards', 'dashboard', 'service'),
    below('Data models', 'dashboardDataModel', 'service'),
    below('Charts', 'chart', 'service'),
  ],
  pipelineService: [below('Pipelines', 'pipeline', 'service')],
  mlmodelService: [below('ML models', 'mlmodel', 'service')],
  storageService: [below('Containers', 'container', 'service', '&root=true')],
  searchService: [below('Search indexes', 'searchIndex', 'service')],
  apiService: [below('API collections', 'apiCollection', 'service')],
  database: [below('Schemas', 'databaseSchema', 'database')],
  databaseSchema: [
    below('Tables', 'table', 'databaseSchema'),
    below('Stored procedures', 'storedProcedure', 'databaseSchema'),
  ],
  apiCollection: [below('Endpoints', 'apiEndpoint', 'apiCollection')],
  container: [below('Containers', 'container', 'parent')],
  domain: [
    below('Sub-domains', 'domain', 'parent'),
    below('Data products', 'dataProduct', 'domain'),
    ...assetsOf('Assets', 'domains'),
  ],
  dataProduct: assetsOf('Assets', 'dataProducts'),
  glossary: [below('Terms', 'glossaryTerm', 'glossary', '&root=true')],
  glossaryTerm: [
    below('Narrower terms', 'glossaryTerm', 'parent'),
    ...assetsOf('Assets with this term', 'glossaryTerms'),
  ],
  classification: [below('Tags', 'tag', 'classification', '&root=true')],
  tag: [below('Narrower tags', 'tag', 'parent'), ...assetsOf('Assets with this tag', 'tags')],
  testSuite: [
    {
      title: 'Test cases',
      type: 'testCase',
      path: ({ id }) => `/api/v1/dataQuality/testCases?testSuiteId=${id}`,
    },
  ],
  team: assetsOf('Assets it owns', 'teams'),
  user: assetsOf('Assets of this user', 'users'),
};

const ROWS_A_PAGE = 25;
/** No list of assets begins further back. */
const LAST_PLACE = 9_000;

interface ListAnswer {
  readonly data: readonly Held[];
  readonly paging: { readonly total?: number; readonly after?: string };
}

export const heldQuery = (list: ContentList, of: Asset) => {
  const path = list.path(of);
  return infiniteQueryOptions({
    queryKey: ['held', path],
    queryFn: async ({ pageParam, signal }) => {
      const from = pageParam === '' ? '' : `&${list.isByPlace ? 'offset' : 'after'}=${encodeURIComponent(pageParam)}`;
      const answer = await readJson<ListAnswer>(`${path}&limit=${ROWS_A_PAGE}${from}`, { signal });
      return { rows: answer.data, total: answer.paging.total, after: answer.paging.after };
    },
    initialPageParam: '',
    getNextPageParam: ({ after, total = 0 }, pages) => {
      if (!list.isByPlace) return after;
      const place = pages.length * ROWS_A_PAGE;
      return place < total && place <= LAST_PLACE ? String(place) : undefined;
    },
  });
};

/** The facts that searches know of an entity that is held. */
interface Known {
  readonly description: string | undefined;
  /** The latest status of its contract, empty before the first result; absent without a contract. */
  readonly contract: string | undefined;
  readonly dataProducts: readonly unknown[] | undefined;
}

/** Descriptions and contracts of a page of a list at once, by id. */
export const knownQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['held', 'known', ids],
    queryFn: async ({ signal }) => {
      const known = new Map<string, Known>();
      const members = 'id,description,contract,dataProducts';
      for (const { id, description, contract, dataProducts } of await documentsOf(ids, '*', members, signal))
        known.set(id, { description, contract: contract && (contract.latestStatus ?? ''), dataProducts });
      return known;
    },
    enabled: ids.length > 0,
  });
