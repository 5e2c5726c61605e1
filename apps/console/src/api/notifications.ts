import { queryOptions } from '@tanstack/react-query';
import { pageOf } from './administration';
import { PATCH_TYPE, readJson, sendJson } from './service/client';

export const DESTINATIONS = ['webhook', 'slack', 'teams', 'email', 'openlineage'] as const;
export type DestinationType = (typeof DESTINATIONS)[number];

export interface Subscription {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly enabled: boolean;
  readonly disabledReason?: string;
  readonly eventTypes: readonly string[];
  readonly destination: {
    readonly type: DestinationType;
    readonly url?: string;
    readonly recipients?: readonly string[];
  };
  readonly failingSince?: number;
  readonly lastError?: string;
}

export interface Delivery {
  readonly id: string;
  readonly state: 'pending' | 'delivered' | 'dead' | 'discarded';
  readonly createdAt: number;
  readonly attempts: number;
  readonly statusCode?: number;
  readonly error?: string;
  readonly notices: readonly { readonly type: string; readonly entity: { readonly fullyQualifiedName: string } }[];
}

/** The outcome of a message that was sent to try a destination. */
export interface TestOutcome {
  readonly kind: 'delivered' | 'failed' | 'gone';
  readonly status?: number;
  readonly error?: string;
}

const PATH = '/api/v1/events/subscriptions';

export const subscriptionsQuery = (after: string | undefined) =>
  queryOptions({
    queryKey: ['administration', 'notifications', after],
    queryFn: ({ signal }) => pageOf<Subscription>(PATH, after, signal),
  });

/** The newest messages of a subscription. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['administration', 'deliveries', id],
    queryFn: ({ signal }) => pageOf<Delivery>(`${PATH}/${id}/deliveries`, undefined, signal),
    refetchInterval: 5_000,
  });

export interface NewSubscription {
  readonly name: string;
  readonly eventTypes: readonly string[];
  readonly destination: {
    readonly type: DestinationType;
    readonly url?: string;
    readonly recipients?: readonly string[];
    /** The key that a receiver of OpenLineage asks for. */
    readonly secret?: string;
  };
}

/** The only answer that holds the secret of a webhook. */
export const createSubscription = (body: NewSubscription): Promise<Subscription & { readonly secret?: string }> =>
  sendJson('POST', PATH, body);

export const enableSubscription = ({ id, enabled }: Pick<Subscription, 'id' | 'enabled'>): Promise<unknown> =>
  sendJson('PATCH', `${PATH}/${id}`, [{ op: 'replace', path: '/enabled', value: enabled }], PATCH_TYPE);

export const deleteSubscription = (id: string): Promise<unknown> => readJson(`${PATH}/${id}`, { method: 'DELETE' });

export const testSubscription = (id: string): Promise<TestOutcome> =>
  readJson(`${PATH}/${id}/test`, { method: 'POST' });

export const redeliver = (subscription: string, delivery: string): Promise<unknown> =>
  readJson(`${PATH}/${subscription}/deliveries/${delivery}/redeliver`, { method: 'POST' });
