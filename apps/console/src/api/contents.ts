import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Asset } from './assets';
import { answerOf, api, pathIn, type Merged, type Schemas } from './service/client';
import { ENTITY_TYPES } from './entity-types';
import { documentsOf } from './searches';

export interface ContentList {
  readonly title: string;
  /** The type of the listed entities; absent where several types are. */
  readonly type?: string;
  /** The collection of the listed entities, or of the entity whose assets are listed. */
  readonly collection: string;
  /** The parameters of the list. */
  readonly query: (of: Asset) => Readonly<Record<string, string | boolean>>;
  /** Lists of assets that searches find are paged by offset. */
  readonly isByPlace?: true;
  /** Not shown where it is empty. */
  readonly isQuiet?: true;
}

/** An entity of a list; its type where the list has several. */
export type Contained = Merged<Schemas['EntityReference'] | Schemas['Table']>;

const below = (title: string, type: string, parameter: string, isRoot?: 'root'): ContentList => ({
  title,
  type,
  collection: ENTITY_TYPES[type]?.collection ?? '',
  query: ({ fullyQualifiedName: fqn }) => ({ [parameter]: fqn, ...(isRoot && { root: true }) }),
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
    collection,
    query: () => ({ entityType: types }),
    isByPlace: true,
    ...(own && { isQuiet: true }),
  }));

/** The lists of each type that contains others. */
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
  storageService: [below('Containers', 'container', 'service', 'root')],
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
  glossary: [below('Terms', 'glossaryTerm', 'glossary', 'root')],
  glossaryTerm: [
    below('Narrower terms', 'glossaryTerm', 'parent'),
    ...assetsOf('Assets with this term', 'glossaryTerms'),
  ],
  classification: [below('Tags', 'tag', 'classification', 'root')],
  tag: [below('Narrower tags', 'tag', 'parent'), ...assetsOf('Assets with this tag', 'tags')],
  testSuite: [
    {
      title: 'Test cases',
      type: 'testCase',
      collection: 'dataQuality/testCases',
      query: ({ id }) => ({ testSuiteId: id }),
    },
  ],
  team: assetsOf('Assets it owns', 'teams'),
  user: assetsOf('Assets of this user', 'users'),
};

const ROWS_A_PAGE = 25;
interface ContainedPage {
  readonly rows: readonly Contained[];
  readonly total: number | undefined;
  readonly after: string | undefined;
}

/** The list of the assets of a domain, a team, a tag and the like. */
const assetsIn = (collection: string) => `/api/v1/${collection}/{id}/assets` as '/api/v1/domains/{id}/assets';

/** No list of assets begins further back. */
const LAST_PLACE = 9_000;

export const containedQuery = (list: ContentList, of: Asset) => {
  const own = { ...list.query(of), limit: ROWS_A_PAGE };
  return infiniteQueryOptions({
    queryKey: ['contained', list.collection, list.isByPlace && of.id, own],
    queryFn: async ({ pageParam, signal }): Promise<ContainedPage> => {
      if (list.isByPlace) {
        const params = { path: { id: of.id }, query: { ...own, offset: Number(pageParam) } };
        const { data, paging } = await answerOf(api.GET(assetsIn(list.collection), { params, signal }));
        return { rows: data, total: paging.total, after: undefined };
      }
      const params = { query: { ...own, after: pageParam || undefined } };
      const { data, paging } = await answerOf(api.GET(pathIn(list.collection, ''), { params, signal }));
      return { rows: data, total: paging.total, after: paging.after };
    },
    initialPageParam: '',
    getNextPageParam: ({ after, total = 0 }, pages) => {
      if (!list.isByPlace) return after;
      const place = pages.length * ROWS_A_PAGE;
      return place < total && place <= LAST_PLACE ? String(place) : undefined;
    },
  });
};

/** The facts that searches return for a contained entity. */
interface Known {
  readonly description: string | undefined;
  /** The latest status of its contract, empty before the first result; absent without a contract. */
  readonly contract: string | undefined;
  readonly dataProducts: readonly unknown[] | undefined;
}

/** Descriptions and contracts of a page of a list at once, by id. */
export const knownQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['contained', 'known', ids],
    queryFn: async ({ signal }) => {
      const known = new Map<string, Known>();
      const members = 'id,description,contract,dataProducts';
      for (const { id, description, contract, dataProducts } of await documentsOf(ids, '*', members, signal))
        known.set(id, { description, contract: contract && (contract.latestStatus ?? ''), dataProducts });
      return known;
    },
    enabled: ids.length > 0,
  });
