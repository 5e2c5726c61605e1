import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { Outcome } from '../search-parameters';
import { answerOf, api, AS_PATCH, type Merged, type Schemas } from './service/client';
import { fqnsQuery } from './names';

export type Collection = 'users' | 'teams' | 'roles' | 'policies';
/** The members of these with lists of references. */
export type ListName = Collection;

export type Person = Merged<Schemas['User'] | Schemas['Team'] | Schemas['Role'] | Schemas['Policy']>;
/** The body that makes one of them; the service says what is wrong with it. */
export type NewPerson = Schemas['CreateUser'] | Schemas['CreateTeam'] | Schemas['CreateRole'] | Schemas['CreatePolicy'];

export const PAGE_SIZE = 25;

export const peopleQuery = (collection: Collection, after: string | undefined) =>
  queryOptions({
    queryKey: ['administration', collection, after],
    queryFn: ({ signal }) => {
      const params = { query: { fields: '*', limit: PAGE_SIZE, after } };
      return answerOf(api.GET(`/api/v1/${collection}`, { params, signal }));
    },
  });

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
}

/** Records of who changed what, and who was refused; the newest first. */
export const auditQuery = ({ outcome, user, day }: AuditFilter, after: string | undefined) =>
  queryOptions({
    queryKey: ['administration', 'audit', outcome, user, day, after],
    queryFn: ({ signal }) => {
      const times = day && { startTs: Date.parse(`${day}T00:00:00`), endTs: Date.parse(`${day}T23:59:59.999`) };
      const params = { query: { outcome, userName: user, ...times, limit: PAGE_SIZE, after } };
      return answerOf(api.GET('/api/v1/audit', { params, signal }));
    },
  });

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
