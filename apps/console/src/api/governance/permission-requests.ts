import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from '../service/client';

export type PermissionRequest = Schemas['PermissionRequest'];
export type RequestedOperation = PermissionRequest['operation'];
type Resource = NonNullable<Schemas['PermissionRequestDto']['resource']>;

/** A right that is asked for. */
export interface AskedRight {
  readonly type: string;
  readonly id: string;
  readonly operation: RequestedOperation;
}
type SentDecision = Schemas['PermissionDecisionDto'];

/** Operations that the reader may not do to an entity. */
export interface LackedRights {
  readonly type: string;
  readonly id: string;
  /** The entity as the page calls it. */
  readonly name: string;
  readonly operations: readonly RequestedOperation[];
}

/** The limit that the API sets to a reason. */
export const LONGEST_REASON = 500;
const A_PAGE = 25;
/** Open requests of one person are at most ten; the newest of a list are the open ones, and those that were decided lately. */
const NEWEST = 100;
const REST_MS = 60_000;

/** The key that the queries of requests begin with. */
export const REQUESTS_KEY = ['permission-requests'];

/** The newest requests of the signed-in user. */
export const newestRequestsQuery = queryOptions({
  queryKey: [...REQUESTS_KEY, 'newest'],
  queryFn: async ({ signal }) => {
    const params = { query: { mine: true, limit: NEWEST } };
    return (await answerOf(api.GET('/api/v1/permissions/requests', { params, signal }))).data;
  },
});

/** Requests of the signed-in user by pages, the newest first. */
export const ownRequestsQuery = (after: string | undefined) =>
  queryOptions({
    queryKey: [...REQUESTS_KEY, 'own', after],
    queryFn: ({ signal }) => {
      const params = { query: { mine: true, limit: A_PAGE, after } };
      return answerOf(api.GET('/api/v1/permissions/requests', { params, signal }));
    },
  });

/** Open requests of others that the signed-in user may decide, the newest first. */
export const waitingRequestsQuery = queryOptions({
  queryKey: [...REQUESTS_KEY, 'waiting'],
  queryFn: ({ signal }) => {
    const params = { query: { waiting: true, limit: NEWEST } };
    return answerOf(api.GET('/api/v1/permissions/requests', { params, signal }));
  },
  refetchInterval: REST_MS,
});

/** A request, and whether its author has the right by now. */
export const judgedRequestQuery = (id: string) =>
  queryOptions({
    queryKey: [...REQUESTS_KEY, 'judged', id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/permissions/requests/{id}', { params: { path: { id } }, signal })),
    // A change of a role may be the last thing that the reader did.
    staleTime: 0,
  });

export function sendRequest({ type, id, operation }: AskedRight, reason: string): Promise<PermissionRequest> {
  // Whether the type has entities is checked by the service.
  const resource = { type: type as Resource['type'], id };
  return answerOf(api.POST('/api/v1/permissions/requests', { body: { resource, operation, reason } }));
}

export const decideRequest = (id: string, body: SentDecision) =>
  answerOf(api.POST('/api/v1/permissions/requests/{id}/decision', { params: { path: { id } }, body }));

export const withdrawRequest = (id: string): Promise<PermissionRequest> =>
  answerOf(api.DELETE('/api/v1/permissions/requests/{id}', { params: { path: { id } } }));
