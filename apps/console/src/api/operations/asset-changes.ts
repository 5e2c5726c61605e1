import { queryOptions } from '@tanstack/react-query';
import { collectionOf, fieldsOf, type Asset } from '../assets';
import { answerOf, api, AS_PATCH, pathIn, type Schemas } from '../service/client';

type Patch = Schemas['JsonPatch'];

/** An entity as an editor opens it, with the tag of that version. */
export interface Opened {
  readonly asset: Asset;
  readonly etag: string | undefined;
}

/** Read anew each time an editor is opened: a change is based on the entity as it is. */
export const openedQuery = (type: string, id: string) =>
  queryOptions({
    queryKey: ['opened', type, id],
    queryFn: async ({ signal }): Promise<Opened> => {
      const params = { path: { id }, query: { fields: fieldsOf(type) } };
      const read = api.GET(pathIn(collectionOf(type), '/{id}'), { params, signal });
      const asset = await answerOf(read);
      return { asset, etag: (await read).response.headers.get('etag') ?? undefined };
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/**
 * Changes an entity if it still is the version with that tag; returns the tag of the version that comes of it.
 *
 * @throws ApiError 412 where somebody else has changed it
 */
export async function patchAsset(
  type: string,
  id: string,
  body: Patch,
  etag: string | undefined,
): Promise<string | undefined> {
  const headers = { ...AS_PATCH, ...(etag !== undefined && { 'if-match': etag }) };
  const sent = api.PATCH(pathIn(collectionOf(type), '/{id}'), { params: { path: { id } }, body, headers });
  await answerOf(sent);
  return (await sent).response.headers.get('etag') ?? undefined;
}

const MOST_TIERS = 50;
/** Tiers hardly ever change. */
const STALE_MS = 300_000;

/** The tags of the classification of tiers; none where there is no such classification. */
export const tiersQuery = queryOptions({
  queryKey: ['tiers'],
  queryFn: async ({ signal }) => {
    const params = { query: { classification: 'Tier', limit: MOST_TIERS } };
    return (await answerOf(api.GET('/api/v1/tags', { params, signal }))).data;
  },
  staleTime: STALE_MS,
});

/** The reference to an entity by its FQN, with its names. @throws ApiError 404 where nothing is called that */
export async function referenceTo(type: string, fqn: string): Promise<Schemas['EntityReference']> {
  const read = api.GET(pathIn(collectionOf(type), '/name/{fqn}'), { params: { path: { fqn } } });
  const { id, name, fullyQualifiedName } = await answerOf(read);
  return { id, type, name, fullyQualifiedName };
}

/** Custom properties that a type of entities declares. */
export const customPropertiesQuery = (type: string) =>
  queryOptions({
    queryKey: ['custom-properties', type],
    queryFn: async ({ signal }) => {
      const params = { path: { type } };
      const { customProperties = [] } = await answerOf(
        api.GET('/api/v1/metadata/types/name/{type}', { params, signal }),
      );
      return customProperties;
    },
    staleTime: STALE_MS,
  });

export type CustomProperty = Schemas['CustomProperty'];
