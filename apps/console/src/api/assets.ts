import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './service/api-error';
import { readJson, type Schemas } from './service/client';
import { LOOK_AGAIN_MS, type Contract } from './contracts';
import { ENTITY_TYPES } from './entity-types';

type Reference = Schemas['EntityReference'];

/** A part of an asset that is no entity itself: a task of a pipeline, a feature of a model. */
export interface Part {
  readonly name: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly taskType?: string;
  readonly dataType?: string;
}

/** The fields of messages, requests and responses, and the parts of their text that could not be read. */
export interface MessageSchema {
  readonly schemaFields?: readonly Schemas['Column'][];
  readonly schemaNotes?: readonly { readonly field: string; readonly message: string }[];
}

/** The members that entities of all types have in common, and those that some of them have. */
export interface Asset {
  readonly id: string;
  readonly name: string;
  readonly displayName?: string;
  readonly fullyQualifiedName: string;
  readonly description?: string;
  readonly version: number;
  readonly updatedAt: number;
  readonly updatedBy: string;
  readonly deleted?: boolean;
  readonly owners?: readonly Reference[];
  readonly domains?: readonly Reference[];
  readonly dataProducts?: readonly Reference[];
  readonly followers?: readonly Reference[];
  readonly tags?: readonly Schemas['TagLabel'][];
  readonly service?: Reference;
  readonly database?: Reference;
  readonly databaseSchema?: Reference;
  readonly apiCollection?: Reference;
  readonly glossary?: Reference;
  readonly classification?: Reference;
  readonly parent?: Reference;
  readonly parents?: readonly Reference[];
  readonly children?: readonly Reference[];
  readonly users?: readonly Reference[];
  readonly teams?: readonly Reference[];
  readonly charts?: readonly Reference[];
  readonly dataModels?: readonly Reference[];
  readonly dashboards?: readonly Reference[];
  readonly entityLink?: string;
  readonly tasks?: readonly Part[];
  readonly mlFeatures?: readonly Part[];
  readonly requestSchema?: MessageSchema;
  readonly responseSchema?: MessageSchema;
  readonly serviceType?: string;
  readonly columns?: readonly Schemas['Column'][];
  readonly dataModel?: { readonly columns?: readonly Schemas['Column'][] };
  readonly fields?: readonly Schemas['Column'][];
  readonly messageSchema?: MessageSchema;
  readonly extension?: Readonly<Record<string, unknown>>;
}

const EVERYTHING = '*';
/** Fields of assets that may hold thousands: these stand in lists of their own. */
const HEAD = 'owners,domains,dataProducts,tags,followers,extension';
const FIELDS: Readonly<Record<string, string>> = {
  database: HEAD,
  databaseSchema: HEAD,
  apiCollection: HEAD,
  container: `${HEAD},dataModel`,
  domain: HEAD,
  dataProduct: HEAD,
  glossaryTerm: HEAD,
  tag: HEAD,
  testSuite: HEAD,
  team: `${HEAD},users,children,parents`,
  user: `${HEAD},teams`,
};

/** @throws ApiError 404 for a type that the catalog does not have */
function collectionOf(type: string): string {
  const info = ENTITY_TYPES[type];
  if (!info) throw new ApiError(404, { message: `There is no type ${type}` });
  return `/api/v1/${info.collection}`;
}

export const assetQuery = (type: string, fqn: string) =>
  queryOptions({
    queryKey: ['asset', type, fqn],
    queryFn: ({ signal }) =>
      readJson<Asset>(`${collectionOf(type)}/name/${encodeURIComponent(fqn)}?fields=${FIELDS[type] ?? EVERYTHING}`, {
        signal,
      }),
    refetchInterval: LOOK_AGAIN_MS,
  });

/** The versions of an asset, newest first. */
export const assetVersionsQuery = (type: string, id: string) =>
  queryOptions({
    queryKey: ['asset-versions', type, id],
    queryFn: async ({ signal }) =>
      (
        await readJson<{ versions: (Asset & { changeDescription?: Schemas['ChangeDescription'] })[] }>(
          `${collectionOf(type)}/${id}/versions`,
          { signal },
        )
      ).versions,
  });

/** The contract of an asset; none for most. */
export const contractOfAssetQuery = (fqn: string) =>
  queryOptions({
    queryKey: ['contracts', 'of', fqn],
    queryFn: async ({ signal }) => {
      const path = `/api/v1/dataContracts?entity=${encodeURIComponent(fqn)}&fields=latestResult&limit=1`;
      return (await readJson<{ data: Contract[] }>(path, { signal })).data[0] ?? null;
    },
  });

export type TableProfile = Schemas['TableProfile'];
export type ColumnProfile = Schemas['ColumnProfileDto'];

/** A table with the newest profile of it and of its columns; without one where none was made. */
export const profiledTableQuery = (fqn: string) =>
  queryOptions({
    queryKey: ['profiled', fqn],
    queryFn: ({ signal }) =>
      readJson<{ profile?: TableProfile; columns?: Schemas['Column'][] }>(
        `/api/v1/tables/${encodeURIComponent(fqn)}/tableProfile/latest`,
        { signal },
      ),
  });

const MOST_PROFILES = 30;

/** The profiles of a table, newest first. */
export const profilesQuery = (fqn: string) =>
  queryOptions({
    queryKey: ['profiles', fqn],
    queryFn: async ({ signal }) => {
      const path = `/api/v1/tables/${encodeURIComponent(fqn)}/tableProfile?limit=${MOST_PROFILES}`;
      return (await readJson<{ data: TableProfile[] }>(path, { signal })).data;
    },
  });

interface TestCase {
  readonly id: string;
  readonly name: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly fullyQualifiedName: string;
  readonly entityLink?: string;
  readonly testCaseResult?: Schemas['TestCaseResult'];
}

const MOST_TEST_CASES = 200;

/** The test cases of a table and of its columns, with the newest result of each. */
export const testCasesQuery = (type: string, fqn: string) =>
  queryOptions({
    queryKey: ['test-cases', type, fqn],
    queryFn: async ({ signal }) => {
      const link = encodeURIComponent(`<#E::${type}::${fqn}>`);
      const path = `/api/v1/dataQuality/testCases?entityLink=${link}&fields=testCaseResult&limit=${MOST_TEST_CASES}`;
      return (await readJson<{ data: TestCase[] }>(path, { signal })).data;
    },
  });
