import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './service/api-error';
import { answerOf, api, pathIn, type Merged, type Schemas } from './service/client';
import { LOOK_AGAIN_MS } from './contracts';
import { ENTITY_TYPES } from './entity-types';

/** An entity of any type, by its page: the members that all types have, and those that some of them have. */
export type Asset = Merged<
  | Schemas['Table']
  | Schemas['Topic']
  | Schemas['Container']
  | Schemas['SearchIndex']
  | Schemas['Dashboard']
  | Schemas['DashboardDataModel']
  | Schemas['Mlmodel']
  | Schemas['StoredProcedure']
  | Schemas['ApiEndpoint']
  | Schemas['Pipeline']
  | Schemas['Chart']
  | Schemas['ApiCollection']
  | Schemas['DatabaseService']
  | Schemas['DataProduct']
  | Schemas['GlossaryTerm']
  | Schemas['Tag']
  | Schemas['TestCase']
  | Schemas['Team']
  | Schemas['User']
>;

/** The fields of messages, requests and responses, and the parts of their text that could not be read. */
export type MessageSchema = Schemas['MessageSchema'];

const EVERYTHING = '*';
/** Fields of assets with up to thousands of items: these are shown in lists of their own. */
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

/** Fields that the page of an entity asks for. */
export const fieldsOf = (type: string): string => FIELDS[type] ?? EVERYTHING;

/** @throws ApiError 404 for a type that the catalog does not have */
export function collectionOf(type: string): string {
  const info = ENTITY_TYPES[type];
  if (!info) throw new ApiError(404, { message: `There is no type ${type}` });
  return info.collection;
}

export const assetQuery = (type: string, fqn: string) =>
  queryOptions({
    queryKey: ['asset', type, fqn],
    queryFn: ({ signal }): Promise<Asset> => {
      const params = { path: { fqn }, query: { fields: fieldsOf(type) } };
      return answerOf(api.GET(pathIn(collectionOf(type), '/name/{fqn}'), { params, signal }));
    },
    refetchInterval: LOOK_AGAIN_MS,
  });

export const assetVersionsQuery = (type: string, id: string) =>
  queryOptions({
    queryKey: ['asset-versions', type, id],
    queryFn: async ({ signal }) => {
      const path = pathIn(collectionOf(type), '/{id}/versions');
      const { versions = [] } = await answerOf(api.GET(path, { params: { path: { id } }, signal }));
      return versions;
    },
  });

/** The contract of an asset; none for most. */
export const contractOfAssetQuery = (fqn: string) =>
  queryOptions({
    queryKey: ['contracts', 'of', fqn],
    queryFn: async ({ signal }) => {
      const params = { query: { entity: fqn, fields: 'latestResult', limit: 1 } };
      return (await answerOf(api.GET('/api/v1/dataContracts', { params, signal }))).data[0] ?? null;
    },
  });

export type TableProfile = Schemas['TableProfile'];
export type ColumnProfile = Schemas['ColumnProfileDto'];

/** A table with the newest profile of it and of its columns; without one where none was made. */
export const profiledTableQuery = (fqn: string) =>
  queryOptions({
    queryKey: ['profiled', fqn],
    queryFn: async ({ signal }) => {
      const params = { path: { fqn } };
      const { profile, columns } = await answerOf(
        api.GET('/api/v1/tables/{fqn}/tableProfile/latest', { params, signal }),
      );
      return { profile: profile as TableProfile | undefined, columns };
    },
  });

/** Has a table and its columns measured on the source. @param id of the table @throws ApiError 409 where the source may not be read */
export const profileTable = (id: string): Promise<Schemas['DataRun']> =>
  answerOf(
    api.POST('/api/v1/tables/{id}/profiles', {
      params: { path: { id }, header: { Prefer: 'respond-async' } },
      body: { quantiles: false },
    }),
  );

const MOST_PROFILES = 30;

/** The profiles of a table, newest first. */
export const profilesQuery = (fqn: string) =>
  queryOptions({
    queryKey: ['profiles', fqn],
    queryFn: async ({ signal }) => {
      const params = { path: { fqn }, query: { limit: MOST_PROFILES } };
      return (await answerOf(api.GET('/api/v1/tables/{fqn}/tableProfile', { params, signal }))).data;
    },
  });

/** The profiles of a column, newest first. @param fqn of the column */
export const columnProfilesQuery = (fqn: string) =>
  queryOptions({
    queryKey: ['profiles', 'column', fqn],
    queryFn: async ({ signal }) => {
      const params = { path: { fqn }, query: { limit: MOST_PROFILES } };
      return (await answerOf(api.GET('/api/v1/tables/{fqn}/columnProfile', { params, signal }))).data;
    },
  });

const MOST_TEST_CASES = 200;

/** The test cases of a table and of its columns, with the newest result of each. */
export const testCasesQuery = (type: string, fqn: string) =>
  queryOptions({
    queryKey: ['test-cases', type, fqn],
    queryFn: async ({ signal }) => {
      const entityLink = `<#E::${type}::${fqn}>`;
      const params = {
        query: { entityLink, fields: 'testCaseResult,incidentId,testDefinition', limit: MOST_TEST_CASES },
      };
      return (await answerOf(api.GET('/api/v1/dataQuality/testCases', { params, signal }))).data;
    },
  });
