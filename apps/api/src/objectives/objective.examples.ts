import { EVIDENCE_KINDS, OBJECTIVE_UNITS } from '@app/objectives';
import { entity, PAGING } from '../http/described';
import { component, count, flag, list, number, object, oneOf, text, uuid } from '../http/schemas';

const instant = { type: 'integer', format: 'int64', description: 'Epoch ms.' };

const BURN_SCHEMA = component('ObjectiveBurn', {
  long: text,
  short: text,
  factor: number,
  'longRate?': { ...number, description: 'How fast the budget was used up: 1 uses it up in just its time.' },
  'shortRate?': number,
  burning: flag,
});

const BUDGET_SCHEMA = component(
  'ErrorBudget',
  { allowed: number, used: number, left: number, leftPercent: number },
  'In units of the objective.',
);

export const ONE_ATTAINMENT_SCHEMA = component('ObjectiveAttainment', {
  name: text,
  on: oneOf(EVIDENCE_KINDS),
  unit: oneOf(OBJECTIVE_UNITS),
  target: number,
  from: instant,
  to: instant,
  total: count,
  good: count,
  bad: count,
  'attainment?': { ...number, description: 'Percent; absent where nothing was counted.' },
  budget: BUDGET_SCHEMA,
  burn: list(BURN_SCHEMA),
  'exhaustedAt?': {
    ...instant,
    description: 'When the budget was used up, or will be if it goes on as in the last seven days; epoch ms.',
  },
  met: { type: 'boolean', description: 'Whether the target is reached; true where nothing was counted.' },
});

export const OBJECTIVES = {
  objectives: [
    {
      name: 'valid days',
      on: 'status',
      unit: 'days',
      target: 99,
      window: { rolling: 'P30D' },
      timezone: 'Europe/Berlin',
      noData: 'carry',
    },
  ],
};

const ATTAINED = {
  name: 'valid days',
  on: 'status',
  unit: 'days',
  target: 99,
  from: 1_769_900_400_000,
  to: 1_772_463_600_000,
  total: 30,
  good: 29,
  bad: 1,
  attainment: 96.6667,
  budget: { allowed: 0.3, used: 1, left: -0.7, leftPercent: -233.3333 },
  burn: [
    { long: 'P3D', short: 'P1D', factor: 3, longRate: 33.3333, shortRate: 0, burning: false },
    { long: 'P7D', short: 'P1D', factor: 1, longRate: 14.2857, shortRate: 0, burning: false },
  ],
  exhaustedAt: 1_772_233_200_000,
  met: false,
};

export const ATTAINMENT_SCHEMA = component('ObjectiveAttainments', {
  at: instant,
  objectives: list(ONE_ATTAINMENT_SCHEMA),
});
export const ATTAINMENT = { at: 1_772_463_600_000, objectives: [ATTAINED] };

const REFERENCE = object({ id: uuid, type: text, name: text, fullyQualifiedName: text });
const CONTRACT = {
  id: '0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34',
  type: 'dataContract',
  name: 'orders_contract',
  fullyQualifiedName: 'shop.db.public.orders.dataContract_orders_contract',
};

export const LISTED_SCHEMA = component('ContractsWithObjectives', {
  data: list(
    component('ContractWithObjectives', {
      contract: REFERENCE,
      objectives: list(entity('ObjectiveDto')),
      'attainment?': list(ONE_ATTAINMENT_SCHEMA, 'With attainment=true, in the order of the objectives'),
    }),
  ),
  paging: object({ 'after?': text }),
});
export const LISTED = { data: [{ contract: CONTRACT, ...OBJECTIVES }], paging: {} };

export const BURNING_SCHEMA = component('BurningContracts', {
  data: list(
    component('BurningContract', {
      contract: REFERENCE,
      objectives: { type: 'array', description: 'Those that burn.', items: ONE_ATTAINMENT_SCHEMA },
    }),
  ),
  paging: PAGING,
});
export const BURNING = {
  data: [
    {
      contract: CONTRACT,
      objectives: [
        {
          ...ATTAINED,
          burn: [{ long: 'P3D', short: 'P1D', factor: 3, longRate: 33.3333, shortRate: 100, burning: true }],
        },
      ],
    },
  ],
  paging: { total: 1 },
};

export const REPORT_SCHEMA = component('ObjectiveReport', {
  data: list(
    component('ObjectiveReportRow', {
      'domain?': {
        ...text,
        description: 'FQNs of the domains of the asset, with `;` between them; absent without one.',
      },
      contract: { ...text, description: 'FQN.' },
      objective: text,
      on: oneOf(EVIDENCE_KINDS),
      unit: oneOf(OBJECTIVE_UNITS),
      target: number,
      total: count,
      good: count,
      bad: count,
      'attainment?': number,
      allowed: number,
      used: number,
      left: number,
      met: flag,
    }),
  ),
});
export const REPORT = {
  data: [
    {
      domain: 'Sales',
      contract: CONTRACT.fullyQualifiedName,
      objective: 'valid days',
      on: 'status',
      unit: 'days',
      target: 99,
      total: 28,
      good: 27,
      bad: 1,
      attainment: 96.4286,
      allowed: 0.28,
      used: 1,
      left: -0.72,
      met: false,
    },
  ],
};
export const REPORT_CSV = [
  'domain,contract,objective,on,unit,target,total,good,bad,attainment,allowed,used,left,met',
  'Sales,shop.db.public.orders.dataContract_orders_contract,valid days,status,days,99,28,27,1,96.4286,0.28,1,-0.72,false',
  '',
].join('\r\n');
