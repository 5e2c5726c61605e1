import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { PATCH_TYPE, readJson, sendJson, type Schemas } from './service/client';
import { fqnsQuery } from './names';

type Reference = Schemas['EntityReference'];

interface Page<T> {
  readonly data: readonly T[];
  readonly paging: { readonly total?: number; readonly after?: string };
}

export type Collection = 'users' | 'teams' | 'roles' | 'policies';
/** The members of these that hold lists of references. */
export type ListName = Collection;

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly email?: string;
  readonly isBot?: boolean;
  readonly isAdmin?: boolean;
  readonly teamType?: string;
  readonly roles?: readonly Reference[];
  readonly teams?: readonly Reference[];
  readonly users?: readonly Reference[];
  readonly policies?: readonly Reference[];
  readonly rules?: readonly {
    readonly name: string;
    readonly effect: string;
    readonly resources: readonly string[];
    readonly operations: readonly string[];
    readonly condition?: string;
    readonly description?: string;
  }[];
}

export interface AccessToken {
  readonly tokenId: string;
  readonly tokenName: string;
  readonly expiryDate: number;
}

interface AuditRecord {
  readonly id: number;
  readonly timestamp: number;
  readonly outcome: 'done' | 'refused';
  readonly operation: string;
  readonly userName: string;
  readonly address?: string;
  readonly entityType: string;
  readonly entityFullyQualifiedName?: string;
  readonly reason?: string;
  readonly count?: number;
  /** The result that was made, changed or deleted. */
  readonly result?: { readonly status?: string; readonly previousStatus?: string };
}

const PAGE_SIZE = 25;

/** A page of a list: the first one, or that behind a cursor. */
export function pageOf<T>(path: string, after: string | undefined, signal: AbortSignal): Promise<Page<T>> {
  const parameters = new URLSearchParams({ limit: String(PAGE_SIZE), ...(after !== undefined && { after }) });
  return readJson<Page<T>>(`${path}${path.includes('?') ? '&' : '?'}${parameters.toString()}`, { signal });
}

export const peopleQuery = (collection: Collection, after: string | undefined) =>
  queryOptions({
    queryKey: ['administration', collection, after],
    queryFn: ({ signal }) => pageOf<Person>(`/api/v1/${collection}?fields=*`, after, signal),
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
          const { data } = await readJson<Page<{ readonly fullyQualifiedName: string }>>(
            `/api/v1/${list}?limit=${MOST_NAMES}`,
            { signal },
          );
          return data.map(({ fullyQualifiedName }) => fullyQualifiedName);
        },
      };

export const tokensQuery = queryOptions({
  queryKey: ['administration', 'tokens'],
  queryFn: ({ signal }) => readJson<Page<AccessToken>>('/api/v1/users/security/token', { signal }),
});

/** Records of who changed what, and who was refused; the newest first. */
export const auditQuery = (outcome: 'done' | 'refused' | undefined, after: string | undefined) =>
  queryOptions({
    queryKey: ['administration', 'audit', outcome, after],
    queryFn: ({ signal }) =>
      pageOf<AuditRecord>(`/api/v1/audit${outcome === undefined ? '' : `?outcome=${outcome}`}`, after, signal),
  });

export const createPerson = (collection: Collection, body: object): Promise<unknown> =>
  sendJson('POST', `/api/v1/${collection}`, body);

/** @param patch a JSON Patch */
export const changePerson = (collection: Collection, id: string, patch: readonly object[]): Promise<unknown> =>
  sendJson('PATCH', `/api/v1/${collection}/${id}`, patch, PATCH_TYPE);

export type TokenLife = 'OneHour' | '1' | '7' | '30' | '60' | '90';

/** The only answer that holds the text of the token. */
export const makeToken = (tokenName: string, life: TokenLife): Promise<AccessToken & { readonly jwtToken: string }> =>
  sendJson('PUT', '/api/v1/users/security/token', { tokenName, JWTTokenExpiry: life });

export const revokeToken = (tokenId: string): Promise<unknown> =>
  sendJson('PUT', '/api/v1/users/security/token/revoke', { tokenIds: [tokenId] });

export interface NewPassword {
  readonly newPassword: string;
  readonly confirmPassword: string;
  /** Needed for one's own; without it the password is that of `username`. */
  readonly oldPassword?: string;
  readonly username?: string;
  readonly revokeTokens: boolean;
}

export const changePassword = (change: NewPassword): Promise<unknown> =>
  sendJson('PUT', '/api/v1/users/changePassword', {
    ...change,
    requestType: change.username === undefined ? 'SELF' : 'USER',
  });
