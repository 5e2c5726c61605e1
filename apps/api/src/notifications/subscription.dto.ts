import { entityTypes } from '@app/catalog';
import { NOT_JUDGED_HOURS, NOT_VALIDATED_DAYS } from '@app/notices';
import {
  DELIVERY_STATES,
  DESTINATION_TYPES,
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
    description: 'FQNs of assets: events of these assets and of their contracts.',
  })
  assets?: string[];

  @ListProperty({
    of: FQNS,
    min: 1,
    max: MAX_NAMED,
    description: 'Names of users and teams: events of contracts of which they are declared consumers.',
  })
  consumers?: string[];

  @BooleanProperty({
    description: 'true: only the notices that GET /v1/dataContracts/notices lists for the owner of the subscription.',
  })
  mine?: boolean;
}

class DestinationDto {
  @ChoiceProperty({ required: true, of: DESTINATION_TYPES })
  type!: DestinationType;

  @TextProperty<DestinationDto>({
    max: MAX_URL,
    description:
      'Of a webhook, Slack, Teams or a receiver of OpenLineage (whole, such as https://…/api/v1/lineage). Secrets are masked in answers; a masked value that is sent back leaves the stored value unchanged.',
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
    description: 'E-mail addresses; users other than administrators may set only their own.',
    further: (recipients, { type }) =>
      (type === 'email') === (recipients !== undefined)
        ? undefined
        : type === 'email'
          ? 'is required'
          : 'is for e-mail',
  })
  recipients?: string[];
}

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

  @BooleanProperty({ description: 'false: nothing is sent; when it is true again, events of the meantime are sent.' })
  enabled = true;

  @ListProperty({
    of: choiceRule({ of: NOTICE_TYPES }),
    min: 1,
    max: NOTICE_TYPES.length,
    description:
      'Types of events: a contract failed, recovered, is at risk of missing its SLA, or was not validated for long; other notices of GET /v1/dataContracts/notices; changes, by the types of GET /v1/events. Default: the first four, with filter.mine all notices.',
  })
  eventTypes?: NoticeType[];

  @IntegerProperty({
    min: 1,
    max: 365,
    description: `Days without a verdict after which contractNotValidated is sent; default: ${NOT_VALIDATED_DAYS}.`,
  })
  notValidatedDays?: number;

  @IntegerProperty({
    min: 1,
    max: 720,
    description: `Hours in which all runs of a contract (at least two) were aborted, after which contractNotValidated is sent; default: ${NOT_JUDGED_HOURS}.`,
  })
  notJudgedHours?: number;

  @ObjectProperty({
    of: SubscriptionFilterDto,
    description: 'All given lists must match; without lists all entities match.',
  })
  filter: SubscriptionFilterDto = {};

  @ObjectProperty({ required: true, of: DestinationDto })
  destination!: DestinationDto;

  @IntegerProperty({
    min: 0,
    max: LONGEST_DIGEST,
    description: 'Minutes for which events are collected; 0: each event is sent at once.',
  })
  digestMinutes = 0;

  @InstantProperty({ description: 'Epoch ms: until then nothing is sent, and events of that time are dropped.' })
  mutedUntil?: number;
}

export class SecretRotationDto {
  @IntegerProperty({ min: 0, max: LONGEST_GRACE, description: 'For how many minutes the old secret signs as well.' })
  graceMinutes = DEFAULT_GRACE;
}

export class DeliveryListQuery extends RowsQuery {
  @ChoiceProperty({ of: DELIVERY_STATES, description: 'Only messages in this state.' })
  state?: DeliveryState;
}
