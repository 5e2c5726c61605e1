import { CHANGE_MODES, DEADLINE_RULES, SAVE_OUTCOMES } from '@app/agreements';
import { DAY_OUTCOMES, DAY_REASONS, NOW_REASONS, WITNESSES } from '@app/validation';
import { ONE_ATTAINMENT_SCHEMA } from '../../objectives/objective.examples';
import { POLICY_SOURCE, REFERENCE } from '../../governance/policy.examples';
import { component, count, instant, list, oneOf, text } from '../../http/schemas';
import { CHANGES_EXAMPLE, VERDICT_SCHEMA } from '../change/change-schema';

const period = { type: 'string', description: 'ISO 8601' };

const NOT_COMPUTED = { type: 'boolean', description: 'It is a test without a result' };

const NOW = component('WhatIfNow', {
  stated: count,
  held: count,
  broken: list(component('WhatIfBroken', { promise: text, by: oneOf(WITNESSES), 'notComputed?': NOT_COMPUTED })),
  unknown: list(
    component('WhatIfUnknown', { promise: text, reason: oneOf(NOW_REASONS) }),
    'Promises that nothing stored decides, or that the caller is not shown',
  ),
});

const DAYS = list(
  component('WhatIfDay', {
    day: { type: 'string', description: 'A day in UTC, such as 2026-03-01' },
    outcome: oneOf(DAY_OUTCOMES, 'same: the verdict of that day would be what it was'),
    'reason?': oneOf(DAY_REASONS, 'Why it is unknown'),
    'promises?': list(text, 'Some of the promises that would have been broken'),
  }),
  'The last 30 days, the earliest first',
);

const POLICY = component('WhatIfPolicy', {
  mode: oneOf(CHANGE_MODES),
  consentPeriod: period,
  mostExtension: period,
  atDeadline: oneOf(DEADLINE_RULES),
  sunsetNotice: period,
  source: POLICY_SOURCE,
  'until?': instant,
  'because?': text,
  outcome: oneOf(SAVE_OUTCOMES, 'What becomes of the save'),
  'message?': { ...text, description: 'Why it would be refused' },
});

export const WHAT_IF_SCHEMA = component('ContractWhatIf', {
  check: VERDICT_SCHEMA,
  now: NOW,
  days: DAYS,
  policy: POLICY,
  approvers: list(REFERENCE, 'Users and teams who may approve it; none where it needs no approval'),
  deadline: {
    type: 'integer',
    format: 'int64',
    nullable: true,
    description:
      'Until when consumers would decide if it were approved at once, in epoch milliseconds; null: nobody is asked',
  },
  budget: list(ONE_ATTAINMENT_SCHEMA, 'The objectives of the contract as they are attained at present'),
});

export const DRAFT = { patch: [{ op: 'add', path: '/termsOfUse', value: 'Ask the owner first' }] };

export const WHAT_IF = {
  check: { compatible: false, changes: CHANGES_EXAMPLE },
  now: {
    stated: 7,
    held: 5,
    broken: [{ promise: 'schema.email.NOT_NULL', by: 'evidence' }],
    unknown: [{ promise: 'schema.salary.maximum', reason: 'hidden' }],
  },
  days: [
    { day: '2026-03-01', outcome: 'wouldFail', promises: ['schema.email.NOT_NULL'] },
    { day: '2026-03-02', outcome: 'unknown', reason: 'noResult' },
  ],
  policy: {
    ...{ mode: 'consented', consentPeriod: 'P14D', mostExtension: 'P30D', atDeadline: 'applyUnlessObjected' },
    ...{ sunsetNotice: 'P30D', source: { type: 'all' }, outcome: 'proposal' },
  },
  approvers: [{ id: '0f4d6a2b-3c1e-4d5f-8a9b-1c2d3e4f5a6b', type: 'user', name: 'ann', fullyQualifiedName: 'ann' }],
  deadline: 1_773_673_200_000,
  budget: [],
};

export const NOTHING = {
  ...{ check: { compatible: true, changes: [] }, now: { stated: 0, held: 0, broken: [], unknown: [] }, days: [] },
  ...{ policy: WHAT_IF.policy, approvers: [], deadline: null, budget: [] },
};
