import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, pathIn } from './service/client';
import { ENTITY_TYPES } from './entity-types';
import { session } from './service/session';

/** A name with a dot stands in quotes in an FQN. */
const fqnOfName = (name: string): string => (/[."]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** The signed-in user's name as an FQN. */
export const ownName = (): string => fqnOfName(session.userName() ?? '');

/** The signed-in user, who has an id only in the catalog. */
export const ownUserQuery = () =>
  queryOptions({
    queryKey: ['own-user', session.userName()],
    queryFn: ({ signal }) => {
      const params = { path: { fqn: ownName() } };
      return answerOf(api.GET('/api/v1/users/name/{fqn}', { params, signal }));
    },
    staleTime: Infinity,
  });

const collectionOf = (type: string): string => ENTITY_TYPES[type]?.collection ?? '';

export const follow = (type: string, id: string, user: string): Promise<unknown> => {
  const path = pathIn(collectionOf(type), '/{id}/followers');
  return answerOf(api.PUT(path, { params: { path: { id } }, body: { id: user } }));
};

export const unfollow = (type: string, id: string, userId: string): Promise<unknown> => {
  const path = pathIn(collectionOf(type), '/{id}/followers/{userId}');
  return answerOf(api.DELETE(path, { params: { path: { id, userId } } }));
};
