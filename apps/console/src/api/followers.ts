import { queryOptions } from '@tanstack/react-query';
import { readJson, sendJson, type Schemas } from './service/client';
import { ENTITY_TYPES } from './entity-types';
import { session } from './service/session';

type User = Schemas['EntityReference'];

/** A name with a dot stands in quotes in an FQN. */
const fqnOfName = (name: string): string => (/[."]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** The signed-in user, who has an id only in the catalog. */
export const ownUserQuery = () =>
  queryOptions({
    queryKey: ['own-user', session.userName()],
    queryFn: ({ signal }) =>
      readJson<User>(`/api/v1/users/name/${encodeURIComponent(fqnOfName(session.userName() ?? ''))}`, { signal }),
    staleTime: Infinity,
  });

const followersOf = (type: string, id: string): string => `/api/v1/${ENTITY_TYPES[type]?.collection}/${id}/followers`;

export const follow = (type: string, id: string, user: string): Promise<unknown> =>
  sendJson('PUT', followersOf(type, id), { id: user });

export const unfollow = (type: string, id: string, user: string): Promise<unknown> =>
  readJson(`${followersOf(type, id)}/${user}`, { method: 'DELETE' });
