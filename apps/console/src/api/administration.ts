import { queryOptions } from '@tanstack/react-query';
import { readJson, type Schemas } from './client';

type Reference = Schemas['EntityReference'];

interface Page<T> {
  readonly data: readonly T[];
  readonly paging: { readonly total?: number; readonly after?: string };
}

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
  }[];
}

export interface Queue {
  readonly name: string;
  readonly lane: string;
  readonly paused: boolean;
  readonly waiting: number;
  readonly active: number;
}

export interface AccessToken {
  readonly tokenId: string;
  readonly tokenName: string;
  readonly expiryDate: number;
}

interface UnresolvedName {
  readonly namespace: string;
  readonly name: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly events: number;
}

const PAGE_SIZE = 25;
/** Queues are watched while they are looked at. */
const QUEUES_MS = 5_000;

export const peopleQuery = (collection: 'users' | 'teams' | 'roles' | 'policies', after: string | undefined) =>
  queryOptions({
    queryKey: ['administration', collection, after],
    queryFn: ({ signal }) => {
      const cursor = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
      return readJson<Page<Person>>(`/api/v1/${collection}?fields=*&limit=${PAGE_SIZE}${cursor}`, { signal });
    },
  });

export const tokensQuery = queryOptions({
  queryKey: ['administration', 'tokens'],
  queryFn: ({ signal }) => readJson<Page<AccessToken>>('/api/v1/users/security/token', { signal }),
});

export const unresolvedQuery = (after: string | undefined) =>
  queryOptions({
    queryKey: ['administration', 'names', after],
    queryFn: ({ signal }) => {
      const cursor = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
      return readJson<Page<UnresolvedName>>(`/api/v1/openlineage/unresolved?limit=${PAGE_SIZE}${cursor}`, { signal });
    },
  });

export const queuesQuery = queryOptions({
  queryKey: ['administration', 'queues'],
  queryFn: ({ signal }) => readJson<{ data: readonly Queue[] }>('/api/v1/system/queues', { signal }),
  refetchInterval: QUEUES_MS,
});

/** Pauses a queue for all workers, or lets them go on. */
export const steerQueue = ({ name, paused }: Queue): Promise<unknown> =>
  readJson(`/api/v1/system/queues/${encodeURIComponent(name)}/${paused ? 'resume' : 'pause'}`, { method: 'POST' });

const JSON_BODY = { 'content-type': 'application/json' };

export type TokenLife = 'OneHour' | '1' | '7' | '30' | '60' | '90';

/** The only answer that holds the text of the token. */
export const makeToken = (tokenName: string, life: TokenLife): Promise<AccessToken & { readonly jwtToken: string }> =>
  readJson('/api/v1/users/security/token', {
    method: 'PUT',
    headers: JSON_BODY,
    body: JSON.stringify({ tokenName, JWTTokenExpiry: life }),
  });

export const revokeToken = (tokenId: string): Promise<unknown> =>
  readJson('/api/v1/users/security/token/revoke', {
    method: 'PUT',
    headers: JSON_BODY,
    body: JSON.stringify({ tokenIds: [tokenId] }),
  });
