import { entityTypes } from '@app/catalog';
import {
  DELIVERY_STATES,
  DESTINATION_TYPES,
  NOT_VALIDATED_DAYS,
  NOTICE_TYPES,
  secretFault,
  type DeliveryState,
  type DestinationType,
  type NoticeType,
  type SentSubscription,
  type SubscriptionFilter,
} from '@app/notifications';
import {
  BooleanProperty,
  ChoiceProperty,
  choiceRule,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  ObjectProperty,
  RowsQuery,
  ruleOf,
  TextProperty,
  textRule,
} from '../http/input';

const MAX_NAME = 128;
const MAX_NAMED = 100;
const MAX_RECIPIENTS = 50;
const MAX_URL = 2_048;
/** Keys of receivers may be tokens of an issuer. */
const MAX_SECRET = 4_096;
/** One week and 30 days, in minutes. */
const LONGEST_DIGEST = 7 * 24 * 60;
const LONGEST_GRACE = 30 * 24 * 60;
const DEFAULT_GRACE = 24 * 60;

const FQNS = textRule({ max: 3_072 });
const ADDRESS = ruleOf(
  'an e-mail address',
  (value) => typeof value === 'string' && value.length <= 254 && /^[^\s@<>,;:"()[\]\\]+@[a-z0-9.-]+$/i.test(value),
  { type: 'string', format: 'email', maxLength: 254 },
);
function secretFaultOf(type: DestinationType, secret: string): string | undefined {
  if (type === 'webhook') return secretFault(secret);
  if (type !== 'openlineage') return 'is for webhooks and OpenLineage alone';
  // It stands in a header.
  return /^[\x21-\x7e]+$/.test(secret) ? undefined : 'must be printable ASCII without spaces';
}

class SubscriptionFilterDto implements SubscriptionFilter {
  @ListProperty({
    of: choiceRule({ of: entityTypes.all().map(({ type }) => type) }),
    min: 1,
    max: MAX_NAMED,
    description:
      'Types of the entities, or of the assets of the contracts. Without eventTypes these are alerts of the contracts of such assets, and no changes of the assets themselves.',
  })
  entityTypes?: string[];

  @ListProperty({ of: FQNS, min: 1, max: MAX_NAMED, description: 'FQNs of users and teams; owners are inherited.' })
  owners?: string[];

  @ListProperty({ of: FQNS, min: 1, max: MAX_NAMED, description: 'FQNs of domains; domains are inherited.' })
  domains?: string[];

  @ListProperty({ of: FQNS, min: 1, max: MAX_NAMED, description: 'FQNs of tags and glossary terms.' })
  tags?: string[];

  @ListProperty({
    of: FQNS,
    min: 1,
    max: MAX_NAMED,
    description: 'FQNs of contracts that the caller may view; an id becomes the FQN.',
  })
  contracts?: string[];

  @ListProperty({
    of: FQNS,
    min: 1,
    max: MAX_NAMED,
    description: 'FQNs of assets: what happens to them and their contracts.',
  })
  assets?: string[];

  @ListProperty({
    of: FQNS,
    min: 1,
    max: MAX_NAMED,
    description: 'Names of users and teams: what happens to contracts that they have declared to rely on.',
  })
  consumers?: string[];

  @BooleanProperty({
    description: 'true: what GET /v1/dataContracts/notices lists for the owner of the subscription, and nothing else.',
  })
  mine?: boolean;
}

class DestinationDto {
  @ChoiceProperty({ required: true, of: DESTINATION_TYPES })
  type!: DestinationType;

  @TextProperty<DestinationDto>({
    max: MAX_URL,
    description:
      'Of a webhook, Slack, Teams or a receiver of OpenLineage (whole, such as https://…/api/v1/lineage). It is shown without what is secret; sent as it is shown, it stays what it was.',
    further: (url, { type }) =>
      type === 'email' && url !== undefined
        ? 'is not for e-mail'
        : type !== 'email' && url === undefined
          ? `is required with ${type}`
          : undefined,
  })
  url?: string;

  @TextProperty<DestinationDto>({
    max: MAX_SECRET,
    description:
      'whsec_…, by which messages to a webhook are signed; one is made where there is none. Of OpenLineage the key that the receiver asks for as a bearer token. Never shown.',
    further: (secret, { type }) => (secret === undefined ? undefined : secretFaultOf(type, secret as string)),
  })
  secret?: string;

  @ListProperty<DestinationDto>({
    of: ADDRESS,
    min: 1,
    max: MAX_RECIPIENTS,
    description: 'E-mail addresses; who is no administrator gives the own one.',
    further: (recipients, { type }) =>
      (type === 'email') === (recipients !== undefined)
        ? undefined
        : type === 'email'
          ? 'is required'
          : 'is for e-mail',
  })
  recipients?: string[];
}

/** The subscription as it is sent. */
export class SubscriptionDto implements SentSubscription {
  @TextProperty({
    required: true,
    max: MAX_NAME,
    description: 'Of the caller’s subscriptions, one.',
  })
  name!: string;

  @TextProperty({ max: MAX_NAME })
  displayName?: string;

  @TextProperty({ max: 4_096 })
  description?: string;

  @BooleanProperty({ description: 'false: nothing is sent; once it is true again, what happened meanwhile is told.' })
  enabled = true;

  @ListProperty({
    of: choiceRule({ of: NOTICE_TYPES }),
    min: 1,
    max: NOTICE_TYPES.length,
    description:
      'What is told: that a contract failed, recovered, is at risk of missing its SLA, or was not validated for long; what else GET /v1/dataContracts/notices tells of contracts; or changes, by the types of GET /v1/events. Left out: the first four, and with filter.mine all notices of contracts.',
  })
  eventTypes?: NoticeType[];

  @IntegerProperty({
    min: 1,
    max: 365,
    description: `Days without a result after which contractNotValidated tells of a contract; ${NOT_VALIDATED_DAYS} where it is left out.`,
  })
  notValidatedDays?: number;

  @ObjectProperty({
    of: SubscriptionFilterDto,
    description: 'All lists that are given have to hold; all entities without any.',
  })
  filter: SubscriptionFilterDto = {};

  @ObjectProperty({ required: true, of: DestinationDto })
  destination!: DestinationDto;

  @IntegerProperty({
    min: 0,
    max: LONGEST_DIGEST,
    description: 'Collects for so many minutes; 0: each event is told at once.',
  })
  digestMinutes = 0;

  @InstantProperty({ description: 'Until then, in epoch ms, nothing is sent, and what happens is never told.' })
  mutedUntil?: number;
}

export class SecretRotationDto {
  @IntegerProperty({ min: 0, max: LONGEST_GRACE, description: 'For how many minutes the old secret signs as well.' })
  graceMinutes = DEFAULT_GRACE;
}

export class DeliveryListQuery extends RowsQuery {
  @ChoiceProperty({ of: DELIVERY_STATES, description: 'Those alone that are in this state.' })
  state?: DeliveryState;
}
