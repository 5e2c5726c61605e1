import type { CheckReport } from '@app/catalog';
import { isObject } from '@app/common';
import {
  CHANGE_MODES,
  type ChangeRules,
  DEADLINE_RULES,
  DEFAULT_CHANGE,
  DEFAULT_INCIDENTS,
  DEFAULT_LEARNED,
  LEARNED_MODES,
  type LearnedRules,
  type NamedReference,
  periodFault,
  type PolicyListRequest,
  SCOPE_TYPES,
  type ScopeType,
  SENSITIVITIES,
  type SentPolicy,
} from '@app/governance';
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
  @ChoiceProperty({ required: true, of: CHANGE_MODES, description: 'open: whoever may edit a contract changes it' })
  mode!: ChangeRules['mode'];

  @Period('How long consumers may decide')
  consentPeriod = DEFAULT_CHANGE.consentPeriod;

  @Period('By how much they may extend that')
  mostExtension = DEFAULT_CHANGE.mostExtension;

  @ChoiceProperty({ of: DEADLINE_RULES, description: 'What becomes of a change at its deadline' })
  atDeadline = DEFAULT_CHANGE.atDeadline;

  @Period('An end of a contract that is told so long before needs no consent')
  sunsetNotice = DEFAULT_CHANGE.sunsetNotice;
}

class IncidentRulesDto {
  @BooleanProperty({ description: 'Whether a failing run opens an incident' })
  open = DEFAULT_INCIDENTS.open;

  @ReferenceProperty({ of: ['user', 'team'], words: ['owner', 'none'], description: 'To whom it is assigned' })
  assign: 'owner' | 'none' | NamedReference = 'owner';

  @IntegerProperty({ min: 0, max: MOST_RUNS, description: 'Runs that pass until it is closed; 0: by hand alone' })
  closeAfterRuns = DEFAULT_INCIDENTS.closeAfterRuns;

  @BooleanProperty({ description: 'Whether it is told with the incident upstream that caused it' })
  group = DEFAULT_INCIDENTS.group;

  @Period('A cause opened at most so much later')
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

/** The policy of a scope. */
export class ContractPolicyDto implements SentPolicy {
  @Property<ContractPolicyDto>(
    {
      required: true,
      description: 'What it holds for: all contracts, or those of a domain, a data product, a tag, or one',
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

  @ObjectProperty({ of: IncidentRulesDto, description: 'Who mends what fails' })
  incidents?: IncidentRulesDto;

  @ObjectProperty({ of: LearnedRulesDto, description: 'What is learned from the past' })
  learned?: LearnedRulesDto;
}

export class PolicyListQuery extends RowsQuery implements PolicyListRequest {
  @ChoiceProperty({ of: ['all', ...SCOPE_TYPES], description: 'Only those of scopes of this type.' })
  scopeType?: ScopeType;
}
