import { queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE } from './administration';
import { answerOf, api, AS_PATCH, type Schemas } from './service/client';

export type Subscription = Schemas['EventSubscription'];
export type NewSubscription = Schemas['SubscriptionDto'];
export type Delivery = Schemas['ListEventDeliveriesOutputDataItem'];
export type DestinationType = Subscription['destination']['type'];
export type EventType = Subscription['eventTypes'][number];

export const DESTINATIONS = [
  'webhook',
  'slack',
  'teams',
  'email',
  'openlineage',
] as const satisfies readonly DestinationType[];

export const subscriptionsQuery = (after: string | undefined) =>
  queryOptions({
    queryKey: ['administration', 'notifications', after],
    queryFn: ({ signal }) => {
      const params = { query: { limit: PAGE_SIZE, after } };
      return answerOf(api.GET('/api/v1/events/subscriptions', { params, signal }));
    },
  });

/** The newest messages of a subscription. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['administration', 'deliveries', id],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { limit: PAGE_SIZE } };
      return answerOf(api.GET('/api/v1/events/subscriptions/{id}/deliveries', { params, signal }));
    },
    refetchInterval: 5_000,
  });

/** The only answer with the secret of a webhook. */
export const createSubscription = (body: NewSubscription) =>
  answerOf(api.POST('/api/v1/events/subscriptions', { body }));

const of = (id: string) => ({ params: { path: { id } } });

export const enableSubscription = ({ id, enabled }: Pick<Subscription, 'id' | 'enabled'>): Promise<unknown> => {
  const body: Schemas['JsonPatch'] = [{ op: 'replace', path: '/enabled', value: enabled }];
  return answerOf(api.PATCH('/api/v1/events/subscriptions/{id}', { ...of(id), body, headers: AS_PATCH }));
};

/** @param operations behind tests of what stands there: a subscription that was changed meanwhile stays */
export const changeSubscription = (id: string, operations: readonly object[]): Promise<unknown> => {
  const body = operations as Schemas['JsonPatch'];
  return answerOf(api.PATCH('/api/v1/events/subscriptions/{id}', { ...of(id), body, headers: AS_PATCH }));
};

export const deleteSubscription = (id: string): Promise<unknown> =>
  answerOf(api.DELETE('/api/v1/events/subscriptions/{id}', of(id)));

/** Sends a message that tries a destination. */
export const testSubscription = (id: string) => answerOf(api.POST('/api/v1/events/subscriptions/{id}/test', of(id)));

export const redeliver = (id: string, deliveryId: string): Promise<unknown> =>
  answerOf(
    api.POST('/api/v1/events/subscriptions/{id}/deliveries/{deliveryId}/redeliver', {
      params: { path: { id, deliveryId } },
    }),
  );
