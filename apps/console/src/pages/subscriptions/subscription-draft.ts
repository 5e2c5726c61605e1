import type { DestinationType, EventType, NewSubscription, Subscription } from '../../api/notifications';
import { EVENT_TYPES, RUN_EVENTS } from '../administration/notice-words';

/** The entries of the form of a subscription. */
export interface SubscriptionDraft {
  readonly name: string;
  readonly type: DestinationType;
  /** A URL, or addresses of e-mail. */
  readonly address: string;
  readonly eventTypes: readonly EventType[];
  /** The key that a receiver of OpenLineage asks for; left empty, what is stored stays. */
  readonly key: string;
}

export const NEW_DRAFT: SubscriptionDraft = {
  name: '',
  type: 'webhook',
  address: '',
  eventTypes: Object.keys(EVENT_TYPES) as EventType[],
  key: '',
};

export const draftOf = ({ name, eventTypes, destination }: Subscription): SubscriptionDraft => ({
  name,
  type: destination.type,
  address: destination.url ?? destination.recipients?.join(', ') ?? '',
  eventTypes,
  key: '',
});

/** Events that are sent: a receiver of OpenLineage takes those of results alone. */
export const chosenEvents = ({ type, eventTypes }: SubscriptionDraft): EventType[] =>
  type === 'openlineage' ? RUN_EVENTS : [...eventTypes];

/** Where messages go; a URL that is masked and sent back leaves the stored one. */
export function destinationOf({ type, address, key }: SubscriptionDraft): NewSubscription['destination'] {
  if (type === 'email') return { type, recipients: address.split(/[\s,;]+/).filter(Boolean) };
  return { type, url: address.trim(), ...(type === 'openlineage' && key.trim() !== '' && { secret: key.trim() }) };
}

type Operation = { readonly op: 'test' | 'replace'; readonly path: string; readonly value: unknown };

/** The changes, each behind a test that it still is what the form began with: subscriptions have no versions. */
export function patchOf(begun: SubscriptionDraft, draft: SubscriptionDraft): readonly Operation[] {
  const name = draft.name.trim();
  const events = chosenEvents(draft);
  return [
    ...(name === begun.name ? [] : replaced('/name', begun.name, name)),
    ...(sameItems(events, chosenEvents(begun)) ? [] : replaced('/eventTypes', begun.eventTypes, events)),
    ...(isSameDestination(begun, draft)
      ? []
      : [
          { op: 'test' as const, path: '/destination/type', value: begun.type },
          { op: 'replace' as const, path: '/destination', value: destinationOf(draft) },
        ]),
  ];
}

export const isSameDestination = (begun: SubscriptionDraft, { type, address, key }: SubscriptionDraft): boolean =>
  type === begun.type && address.trim() === begun.address && key.trim() === '';

const replaced = (path: string, before: unknown, after: unknown): Operation[] => [
  { op: 'test', path, value: before },
  { op: 'replace', path, value: after },
];

const sameItems = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));
