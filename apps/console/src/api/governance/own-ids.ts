import { queryOptions, useQuery } from '@tanstack/react-query';
import { ownName } from '../followers';
import { answerOf, api } from '../service/client';

/** The signed-in user with the teams that they are in. */
const ownPartiesQuery = () =>
  queryOptions({
    queryKey: ['own-user', ownName(), 'teams'],
    queryFn: async ({ signal }) => {
      const params = { path: { fqn: ownName() }, query: { fields: 'teams' } };
      return answerOf(api.GET('/api/v1/users/name/{fqn}', { params, signal }));
    },
    staleTime: Infinity,
  });

const NO_TEAMS: readonly never[] = [];

/** The signed-in user as the owner, reviewer or consumer of a contract: their own id with those of their teams, and the teams by name. */
export function useOwnParties() {
  const { data } = useQuery(ownPartiesQuery());
  const teams = data?.teams ?? NO_TEAMS;
  const ids = new Set([...(data?.id === undefined ? [] : [data.id]), ...teams.map(({ id }) => id)]);
  return { id: data?.id, ids, teams };
}
