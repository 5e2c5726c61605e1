import {
  CHANGE_MODES,
  type ChangeRules,
  DEADLINE_RULES,
  DEFAULT_CHANGE,
  DEFAULT_INCIDENTS,
  DEFAULT_LEARNED,
  LEARNED_MODES,
  type LearnedRules,
  periodFault,
  type PolicyListRequest,
  SCOPE_TYPES,
  type ScopeType,
  SENSITIVITIES,
  type SentPolicy,
} from '@app/agreements';
import type { CheckReport, NamedReference } from '@app/catalog';
import { isObject } from '@app/common';
import {
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  ObjectProperty,
  Property,
  type PropertyRule,
  RowsQuery,
  TextProperty,
  ZoneProperty,
} from '../http/input';
import { ReferenceProperty, referenceRule } from './reference.input';

const MOST_RUNS = 100;

const Period = (description: string): PropertyDecorator =>
  TextProperty({ description: `${description}; ISO 8601, PT1S to P366D`, further: periodFault });

class ChangeRulesDto implements ChangeRules {
  @ChoiceProperty({
    required: true,
    of: CHANGE_MODES,
    description: 'open: users who may edit a contract change it directly',
  })
  mode!: ChangeRules['mode'];

  @Period('How long consumers may decide')
  consentPeriod = DEFAULT_CHANGE.consentPeriod;

  @Period('By how much they may extend that')
  mostExtension = DEFAULT_CHANGE.mostExtension;

  @ChoiceProperty({ of: DEADLINE_RULES, description: 'Action taken on a pending change at its deadline' })
  atDeadline = DEFAULT_CHANGE.atDeadline;

  @Period('Ending a contract needs no consent if it is announced this long before')
  sunsetNotice = DEFAULT_CHANGE.sunsetNotice;
}

class IncidentRulesDto {
  @BooleanProperty({ description: 'Whether a failing run opens an incident' })
  open = DEFAULT_INCIDENTS.open;

  @ReferenceProperty({ of: ['user', 'team'], words: ['owner', 'none'], description: 'The assignee' })
  assign: 'owner' | 'none' | NamedReference = 'owner';

  @IntegerProperty({ min: 0, max: MOST_RUNS, description: 'Passing runs until it is closed; 0: only manually' })
  closeAfterRuns = DEFAULT_INCIDENTS.closeAfterRuns;

  @BooleanProperty({ description: 'Whether notices name the upstream incident that caused it' })
  group = DEFAULT_INCIDENTS.group;

  @Period('How much later than its effect a cause may be opened')
  groupWithin = DEFAULT_INCIDENTS.groupWithin;
}

class LearnedRulesDto implements LearnedRules {
  @ChoiceProperty({ of: LEARNED_MODES })
  freshness = DEFAULT_LEARNED.freshness;

  @ChoiceProperty({ of: LEARNED_MODES })
  volume = DEFAULT_LEARNED.volume;

  @ChoiceProperty({ of: SENSITIVITIES })
  sensitivity = DEFAULT_LEARNED.sensitivity;

  @ZoneProperty({ description: 'IANA zone of days and hours' })
  timezone = DEFAULT_LEARNED.timezone;
}

const ENTITY = referenceRule(SCOPE_TYPES);

const SCOPE: PropertyRule = {
  allowed: `{"type": "all"}, or ${ENTITY.allowed}`,
  check: (value: unknown, report: CheckReport) => {
    const isAll = isObject(value) && value.type === 'all';
    if (!isAll) return ENTITY.check(value, report);
    if (Object.keys(value).length > 1) report.fault('of the type all has no other member');
    return value;
  },
  schema: {
    type: 'object',
    required: ['type'],
    properties: {
      type: { type: 'string', enum: ['all', ...SCOPE_TYPES] },
      id: { type: 'string', format: 'uuid' },
      fullyQualifiedName: { type: 'string' },
    },
  },
};

export class ContractPolicyDto implements SentPolicy {
  @Property<ContractPolicyDto>(
    {
      required: true,
      description: 'Scope: all contracts, those of a domain, a data product or a tag, or one contract',
      further: (_, { change, incidents, learned }) =>
        change || incidents || learned
          ? undefined
          : 'is not enough: at least one of change, incidents, learned is required',
    },
    SCOPE,
  )
  scope!: NamedReference;

  @ObjectProperty({ of: ChangeRulesDto, description: 'How contracts are changed' })
  change?: ChangeRulesDto;

  @ObjectProperty({ of: IncidentRulesDto, description: 'How failures are handled' })
  incidents?: IncidentRulesDto;

  @ObjectProperty({ of: LearnedRulesDto, description: 'Settings of learned expectations' })
  learned?: LearnedRulesDto;
}

export class PolicyListQuery extends RowsQuery implements PolicyListRequest {
  @ChoiceProperty({ of: ['all', ...SCOPE_TYPES], description: 'Only those of scopes of this type.' })
  scopeType?: ScopeType;
}
