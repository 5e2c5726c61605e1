import { queryOptions } from '@tanstack/react-query';
import { ENTITY_TYPES } from './entity-types';
import { ownName } from './followers';
import type { Subscription } from './notifications';
import { answerOf, api, AS_PATCH, type Schemas } from './service/client';
import { session } from './service/session';

export type InboxNotice = Schemas['ContractNotice'];

const NOTICES_A_PAGE = 25;
const MOST_SUBSCRIPTIONS = 1000;
const REST_MS = 60_000;

/** Notices about contracts that concern the signed-in user, the newest first. */
export const noticesQuery = (after: string | undefined) =>
  queryOptions({
    queryKey: ['inbox', 'notices', after],
    queryFn: ({ signal }) => {
      const query = { limit: NOTICES_A_PAGE, ...(after !== undefined && { after }) };
      return answerOf(api.GET('/api/v1/dataContracts/notices', { params: { query }, signal }));
    },
    refetchInterval: REST_MS,
  });

/** The entities that the signed-in user follows. */
export const followsQuery = () =>
  queryOptions({
    queryKey: ['inbox', 'follows', ownName()],
    queryFn: async ({ signal }) => {
      const params = { path: { fqn: ownName() }, query: { fields: 'follows' } };
      const { id = '', follows = [] } = await answerOf(api.GET('/api/v1/users/name/{fqn}', { params, signal }));
      return { id, follows };
    },
  });

/** The subscriptions of the signed-in user alone: an administrator is answered those of all. */
export const ownSubscriptionsQuery = () =>
  queryOptions({
    queryKey: ['inbox', 'subscriptions'],
    queryFn: async ({ signal }) => {
      const params = { query: { limit: MOST_SUBSCRIPTIONS } };
      const { data } = await answerOf(api.GET('/api/v1/events/subscriptions', { params, signal }));
      return data.filter(({ owner }) => owner === session.userName());
    },
  });

/** Sends nothing until then, and drops what happens meanwhile; undefined: sends again. @param until epoch ms */
export function muteSubscription(id: string, until: number | undefined): Promise<Subscription> {
  const path = '/mutedUntil';
  const body: Schemas['JsonPatch'] =
    until === undefined ? [{ op: 'remove', path }] : [{ op: 'add', path, value: until }];
  return answerOf(
    api.PATCH('/api/v1/events/subscriptions/{id}', { params: { path: { id } }, body, headers: AS_PATCH }),
  );
}

/** The list of a filter that names one entity of a type; undefined of types whose contracts no filter selects. */
export function filterOf(type: string): 'contracts' | 'domains' | 'assets' | undefined {
  if (type === 'dataContract') return 'contracts';
  if (type === 'domain') return 'domains';
  return ENTITY_TYPES[type]?.promises ? 'assets' : undefined;
}

/** Says whether a subscription is to one entity alone. */
export function isTo(type: string, fqn: string, { filter }: Subscription): boolean {
  const list = filterOf(type);
  return list !== undefined && (filter[list]?.includes(fqn) ?? false);
}
