import { entityTypes, LARGEST_DOCUMENT } from '@app/catalog';
import { jsonBytesUpTo } from '@app/common';
import { CONTRACT_SUBJECTS, cronFault, LONGEST_CRON } from '@app/contracts';
import {
  DEFAULT_ITEMS,
  EVIDENCE,
  MAX_CONTRACTS,
  MAX_ITEMS,
  MAX_RULES,
  ruleFault,
  type BatchFilter,
  type BatchRequest,
  type ContractSchedule,
  type Evidence,
  type RuleTrialRequest,
  type TriedRule,
} from '@app/validation';
import {
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  ListProperty,
  ObjectProperty,
  SchemaProperty,
  TextProperty,
  UuidProperty,
  uuidRule,
  ZoneProperty,
} from '../http/input';

const MOST_PARKED = 1_000;
const DEFAULT_PARKED = 50;

const EvidenceProperty = ChoiceProperty({
  of: EVIDENCE,
  description:
    'Where the evidence of the runs comes from: source (the data is read; of a contract whose asset may not be read a run of a batch is Aborted), stored, or auto, the default.',
});

class BatchFilterDto implements BatchFilter {
  @TextProperty({ min: 0, description: 'Of the contract or of its asset' })
  domain?: string;

  @TextProperty({ min: 0, description: 'Of the contract or of its asset: id or FQN' })
  owner?: string;

  @TextProperty({ min: 0, description: 'On the contract or on its asset' })
  tag?: string;

  @ChoiceProperty({ of: CONTRACT_SUBJECTS })
  entityType?: string;

  @TextProperty({ min: 0 })
  status?: string;
}

/** Exactly one of the two members. */
export class BatchDto implements BatchRequest {
  @ListProperty<BatchDto>({
    of: uuidRule(),
    min: 1,
    max: MAX_CONTRACTS,
    description: 'UUIDs of contracts',
    further: (ids, { filter }) =>
      (ids === undefined) === (filter === undefined)
        ? `send exactly one of contractIds and filter; the body has ${ids ? 'both' : 'neither'}`
        : undefined,
  })
  contractIds?: string[];

  @ObjectProperty({
    of: BatchFilterDto,
    description: 'All conditions must match. Contracts that the caller may not validate are left out.',
  })
  filter?: BatchFilterDto;

  @EvidenceProperty
  evidence?: Evidence;
}

/** Which contracts of a batch an answer lists. */
export class BatchQuery {
  @IntegerProperty({ description: 'Maximum number of contracts; 0: only the counts.', min: 0, max: MAX_ITEMS })
  limit = DEFAULT_ITEMS;

  @TextProperty({ description: 'Cursor of the next contracts, from paging.after of an answer about the same batch.' })
  after?: string;
}

/** How many parked jobs are listed; more are not stored. */
export class ParkedJobQuery {
  @IntegerProperty({ description: 'Maximum number of jobs; 0: only the total.', min: 0, max: MOST_PARKED })
  limit = DEFAULT_PARKED;
}

export class ValidationSchedule implements ContractSchedule {
  @TextProperty({
    required: true,
    max: LONGEST_CRON,
    allowed: 'five fields such as "0 6 * * 1-5"',
    description: 'Five fields: minute, hour, day of month, month, day of week',
    further: (cron) => (typeof cron === 'string' ? cronFault(cron) : undefined),
  })
  cron!: string;

  @ZoneProperty({
    min: 0,
    description: 'IANA name of the zone in which the fields are read',
  })
  timezone = 'UTC';

  @BooleanProperty({})
  enabled = true;

  @EvidenceProperty
  evidence?: Evidence;
}

const RULE = 'JSON-logic, as an object or a text of JSON';

class TriedRuleDto implements TriedRule {
  @TextProperty({ min: 0 })
  name?: string;

  @SchemaProperty<TriedRuleDto>({
    schema: {},
    description: RULE,
    further: (rule, { name }) =>
      rule !== undefined
        ? (ruleFault(rule) ?? undefined)
        : name === undefined
          ? 'is required where there is no name'
          : undefined,
  })
  rule?: unknown;
}

// Other members of a rule of a contract are accepted and ignored.
for (const name of ['description', 'enabled', 'entityType', 'ignoredEntities'])
  SchemaProperty({ schema: {}, description: 'Without effect here' })(TriedRuleDto.prototype, name);

/** Either rule or rules; either asset, or entityId with entityType. */
export class RuleTrialDto implements RuleTrialRequest {
  @SchemaProperty<RuleTrialDto>({
    schema: {},
    description: `${RULE}; or rules`,
    further: (rule, { rules }) =>
      (rule === undefined) === (rules === undefined)
        ? 'send exactly one of rule and rules'
        : rule === undefined
          ? undefined
          : (ruleFault(rule) ?? undefined),
  })
  rule?: unknown;

  @ListProperty({ of: TriedRuleDto, min: 1, max: MAX_RULES })
  rules?: TriedRuleDto[];

  @UuidProperty<RuleTrialDto>({
    further: (id, { entityType }) => (id === undefined && entityType !== undefined ? 'is required' : undefined),
  })
  entityId?: string;

  @ChoiceProperty<RuleTrialDto>({
    of: entityTypes.all().map(({ type }) => type),
    further: (type, { entityId }) => (type === undefined && entityId !== undefined ? 'is required' : undefined),
  })
  entityType?: string;

  @SchemaProperty<RuleTrialDto>({
    schema: { type: 'object' },
    description: 'The JSON of an asset, instead of entityId and entityType; at most 4 MiB',
    further: (asset, { entityId, entityType }) =>
      (asset === undefined) === (entityId === undefined && entityType === undefined)
        ? 'send either asset, or entityId with entityType'
        : asset !== undefined && jsonBytesUpTo(asset, LARGEST_DOCUMENT) > LARGEST_DOCUMENT
          ? `has more than ${LARGEST_DOCUMENT} bytes as JSON, the most that a document may have`
          : undefined,
  })
  asset?: Record<string, unknown>;
}
