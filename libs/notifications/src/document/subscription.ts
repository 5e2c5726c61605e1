import { CHANGE_EVENT_TYPES, type ChangeEventType } from '@app/database';
import { CONTRACT_NOTICE_TYPES, type ContractNoticeType } from '@app/notices';

/** The alerts on contracts beside single changes: that their status turned, or that time has passed. */
export const ALERT_TYPES = [
  'contractFailed',
  'contractRecovered',
  'contractSlaAtRisk',
  'contractNotValidated',
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

const isAlert = (type: ContractNoticeType): boolean => (ALERT_TYPES as readonly string[]).includes(type);

/** Notices of contracts (`GET /v1/dataContracts/notices`) that are no alerts. */
const INBOX_TYPES = CONTRACT_NOTICE_TYPES.filter((type) => !isAlert(type));

export const NOTICE_TYPES: readonly NoticeType[] = [...ALERT_TYPES, ...INBOX_TYPES, ...CHANGE_EVENT_TYPES];
export type NoticeType = AlertType | ContractNoticeType | ChangeEventType;

export const DESTINATION_TYPES = ['webhook', 'slack', 'teams', 'email', 'openlineage'] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];

/** Which entities it is about: each given list has to contain one of the entity's own, or of its contract's asset. */
export interface SubscriptionFilter {
  readonly entityTypes?: readonly string[];
  /** FQNs of users and teams. */
  readonly owners?: readonly string[];
  /** FQNs. */
  readonly domains?: readonly string[];
  readonly tags?: readonly string[];
  readonly contracts?: readonly string[];
  /** FQNs of assets; their contracts too. */
  readonly assets?: readonly string[];
  /** FQNs of users and teams who rely on the contract. */
  readonly consumers?: readonly string[];
  /** Only what the owner of the subscription finds among its notices of contracts. */
  readonly mine?: boolean;
}

/** The subscription as it is sent. Once it is stored, its destination has only what is not secret. */
export interface SubscriptionDocument {
  readonly displayName?: string;
  readonly description?: string;
  readonly eventTypes: readonly NoticeType[];
  readonly notValidatedDays?: number;
  readonly notJudgedHours?: number;
  readonly filter: SubscriptionFilter;
  readonly destination: DestinationDocument;
  /** Events are collected for so long; 0: each is sent at once. */
  readonly digestMinutes: number;
}

/** The types of a subscription that names none. */
export const typesOf = ({
  eventTypes,
  filter,
}: Pick<SentSubscription, 'eventTypes' | 'filter'>): readonly NoticeType[] =>
  eventTypes ?? (filter.mine ? CONTRACT_NOTICE_TYPES : ALERT_TYPES);

/** Types that come without an event. */
const COME_WITH_TIME: ReadonlySet<NoticeType> = new Set(['contractSlaAtRisk', 'contractNotValidated']);

/** Whether a subscription is notified of what time alone brings to contracts; what its owner finds in its own list is recorded for that. */
export const asksForWhatTimeBrings = ({ eventTypes, filter }: SubscriptionDocument): boolean =>
  !filter.mine && eventTypes.some((type) => COME_WITH_TIME.has(type));

/** Where messages go, as it is sent and shown. */
export interface DestinationDocument {
  readonly type: DestinationType;
  /** The URL of all but an email; shown without its path or query where they are secret. */
  readonly url?: string;
  readonly recipients?: readonly string[];
}

/** A body of a request. */
export interface SentSubscription extends Omit<SubscriptionDocument, 'destination' | 'eventTypes'> {
  readonly name: string;
  /** Default: the alerts; of what is the owner's own all notices of contracts. */
  readonly eventTypes?: readonly NoticeType[];
  readonly enabled: boolean;
  /** Epoch ms. */
  readonly mutedUntil?: number;
  readonly destination: DestinationDocument & { readonly secret?: string };
}

/** The notices that a receiver of OpenLineage can get: results, as runs. */
export const RUN_NOTICES: readonly NoticeType[] = ['resultCreated', 'resultUpdated'];

/** The parts of a destination that are stored encrypted. */
export interface SealedDestination {
  readonly url?: string;
  /** whsec_… of a webhook; the key that a receiver of OpenLineage asks for. */
  readonly secret?: string;
  /** The secret before the last rotation signs as well, until then (epoch ms). */
  readonly previous?: { readonly secret: string; readonly until: number };
}

/** A subscription as it is shown. Times in epoch ms. */
export interface SubscriptionView extends SubscriptionDocument {
  readonly id: string;
  readonly name: string;
  /** Name of the user on whose behalf events are read. */
  readonly owner: string;
  readonly enabled: boolean;
  /** Why the service disabled it; absent where a user did. */
  readonly disabledReason?: string;
  readonly mutedUntil?: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly updatedBy: string;
  /** Since when every message has failed, and why the last one did. */
  readonly failingSince?: number;
  readonly lastError?: string;
}

/** How a message ended that is not there to be sent any more. */
export const DELIVERY_STATES = ['pending', 'delivered', 'dead', 'discarded'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
