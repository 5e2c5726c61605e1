import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { Outcome } from '../search-parameters';
import { answerOf, api, AS_PATCH, saveText, type Merged, type Schemas } from './service/client';
import { fqnsQuery } from './names';
import { unless } from './service/api-error';

export type Collection = 'users' | 'teams' | 'roles' | 'policies';
/** The members of these with lists of references. */
export type ListName = Collection;

export type Person = Merged<Schemas['User'] | Schemas['Team'] | Schemas['Role'] | Schemas['Policy']>;
/** The body that makes one of them; the service says what is wrong with it. */
export type NewPerson = Schemas['CreateUser'] | Schemas['CreateTeam'] | Schemas['CreateRole'] | Schemas['CreatePolicy'];

export const PAGE_SIZE = 25;

/** Which users or teams are listed. */
export interface PeopleFilter {
  /** FQN of the one. */
  readonly named?: string | undefined;
  readonly isDeactivated?: boolean | undefined;
}

/** A page of them by name; the one of a name whether it is active or not. */
export const peopleQuery = (
  collection: Collection,
  { named, isDeactivated }: PeopleFilter,
  after: string | undefined,
) =>
  queryOptions({
    queryKey: ['administration', collection, named, isDeactivated, after],
    queryFn: async ({ signal }) => {
      if (named !== undefined) return oneNamed(collection, named, signal);
      const params = {
        query: { fields: '*', limit: PAGE_SIZE, after, ...(isDeactivated && { include: 'deleted' as const }) },
      };
      return answerOf(api.GET(`/api/v1/${collection}`, { params, signal }));
    },
  });

async function oneNamed(collection: Collection, fqn: string, signal: AbortSignal) {
  const params = { path: { fqn }, query: { fields: '*', include: 'all' as const } };
  const asked = answerOf(api.GET(`/api/v1/${collection}/name/{fqn}`, { params, signal }));
  const one = await unless(asked, (error) => error.isMissing);
  return { data: one ? [one] : [], paging: { total: one ? 1 : 0, after: undefined } };
}

/** When users made their last request, by id; for who may manage people. */
export const lastSeenQuery = (ids: readonly string[], isAllowed: boolean) =>
  queryOptions({
    queryKey: ['administration', 'lastSeen', ...ids],
    enabled: isAllowed && ids.length > 0,
    queryFn: async ({ signal }) => {
      const params = { query: { ids: ids.join(',') } };
      const { data } = await answerOf(api.GET('/api/v1/users/lastSeen', { params, signal }));
      return new Map(data.map(({ id, lastSeenAt }) => [id, lastSeenAt]));
    },
  });

/** Ends the logins and tokens of a user, who stays as one that is deleted softly. */
export const deactivateUser = (id: string): Promise<unknown> =>
  answerOf(api.DELETE('/api/v1/users/{id}', { params: { path: { id } } }));

export const activateUser = (id: string): Promise<unknown> =>
  answerOf(api.PUT('/api/v1/users/restore', { body: { id } }));

/** Roles and policies are few, and no search finds them. */
const MOST_NAMES = 500;

/** FQNs of users or teams whose names begin like the text, or of all roles or policies. */
export const nameListQuery = (list: ListName, text: string): UseQueryOptions<readonly string[]> =>
  list === 'users' || list === 'teams'
    ? (fqnsQuery([list === 'users' ? 'user' : 'team'], text) as unknown as UseQueryOptions<readonly string[]>)
    : {
        queryKey: ['administration', list, 'names'],
        queryFn: async ({ signal }) => {
          const params = { query: { limit: MOST_NAMES } };
          const { data } = await answerOf(api.GET(`/api/v1/${list}`, { params, signal }));
          return data.map(({ fullyQualifiedName }) => fullyQualifiedName);
        },
      };

export const tokensQuery = queryOptions({
  queryKey: ['administration', 'tokens'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/v1/users/security/token', { signal })),
});

/** Which records of the audit are listed. */
export interface AuditFilter {
  readonly outcome?: Outcome | undefined;
  /** Name of the user. */
  readonly user?: string | undefined;
  /** YYYY-MM-DD, in the zone of the reader. */
  readonly day?: string | undefined;
  /** The last day, where they are several. */
  readonly until?: string | undefined;
  /** Id or FQN of what was changed. */
  readonly object?: string | undefined;
  readonly operation?: string | undefined;
}

/** Records of who changed what, and who was refused; the newest first. */
export const auditQuery = (filter: AuditFilter, after: string | undefined) =>
  queryOptions({
    queryKey: ['administration', 'audit', filter, after],
    queryFn: ({ signal }) => {
      const params = { query: { ...auditParameters(filter), limit: PAGE_SIZE, after } };
      return answerOf(api.GET('/api/v1/audit', { params, signal }));
    },
  });

function auditParameters({ outcome, user, day, until, object, operation }: AuditFilter) {
  const last = until ?? day;
  return {
    ...{ outcome, userName: user, entity: object, operation },
    ...(day && { startTs: Date.parse(`${day}T00:00:00`) }),
    ...(last && { endTs: Date.parse(`${last}T23:59:59.999`) }),
  };
}

/** Saves all records that the filter finds, oldest first. */
export function saveAudit(filter: AuditFilter): Promise<void> {
  const parameters = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries(auditParameters(filter)))
    if (value !== undefined) parameters.set(name, String(value));
  return saveText(`/api/v1/audit/export?${parameters.toString()}`, 'audit.csv');
}

export const createPerson = (collection: Collection, body: NewPerson): Promise<unknown> =>
  answerOf(api.POST(`/api/v1/${collection}`, { body }));

export const changePerson = (collection: Collection, id: string, patch: Schemas['JsonPatch']): Promise<unknown> =>
  answerOf(api.PATCH(`/api/v1/${collection}/{id}`, { params: { path: { id } }, body: patch, headers: AS_PATCH }));

export type TokenLife = Exclude<Schemas['AccessTokenDto']['JWTTokenExpiry'], 'Unlimited'>;

/** The only answer with the text of the token. */
export const makeToken = (tokenName: string, life: TokenLife) =>
  answerOf(api.PUT('/api/v1/users/security/token', { body: { tokenName, JWTTokenExpiry: life } }));

export const revokeToken = (tokenId: string): Promise<unknown> =>
  answerOf(api.PUT('/api/v1/users/security/token/revoke', { body: { tokenIds: [tokenId] } }));

/** A password of oneself, with the old one, or of `username`. */
export type NewPassword = Omit<Schemas['ChangePasswordDto'], 'requestType'>;

export const changePassword = (change: NewPassword): Promise<unknown> => {
  const requestType = change.username === undefined ? 'SELF' : 'USER';
  return answerOf(api.PUT('/api/v1/users/changePassword', { body: { ...change, requestType } }));
};
