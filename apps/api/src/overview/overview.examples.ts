import { EXECUTION_STATUSES } from '@app/results';
import { component, count, flag, integer, list, number, object, oneOf, text, uuid } from '../http/schemas';

const REFERENCE = { id: uuid, type: text, name: text, fullyQualifiedName: text };
const REFERENCE_SCHEMA = component('NamedReference', REFERENCE);
const ENTITY = {
  id: '7d3f1e7a-5d64-4b0d-9a35-0a1a4a4f6c11',
  type: 'table',
  name: 'orders',
  fullyQualifiedName: 'shop.db.public.orders',
};
const CONTRACT = {
  id: '0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34',
  type: 'dataContract',
  name: 'orders_contract',
  fullyQualifiedName: 'shop.db.public.orders.dataContract_orders_contract',
};

const instant = { type: 'integer', description: 'Epoch ms.' };
const status = oneOf(EXECUTION_STATUSES);

const listOf = (schema: object, paging?: object) => object({ data: list(schema), ...(paging && { paging }) });

export const COUNTS_SCHEMA = object({
  total: count,
  byStatus: {
    type: 'object',
    additionalProperties: count,
    description:
      'By the status of the newest result, also of one whose run is open. Statuses that none has are absent.',
  },
  unvalidated: { ...count, description: 'Contracts without a result.' },
  runs: object({
    queued: count,
    running: count,
    'oldestQueuedAt?': { ...instant, description: 'Request time of the oldest waiting run, in epoch ms.' },
  }),
});
export const COUNTS = {
  total: 120,
  byStatus: { Success: 96, Failed: 7, PartialSuccess: 2, Queued: 1 },
  unvalidated: 14,
  runs: { queued: 1, running: 0, oldestQueuedAt: 1763612345678 },
};

export const TURNED_SCHEMA = listOf(
  object({
    contract: REFERENCE_SCHEMA,
    entity: REFERENCE_SCHEMA,
    status: { ...status, description: 'Of its newest result that was not aborted.' },
    'previousStatus?': { ...status, description: 'Of the result before the change; absent if there was none.' },
    since: { ...instant, description: 'Timestamp of the result with the change, in epoch ms.' },
    'goneAt?': {
      ...instant,
      description: 'When a crawl deleted the contract with its table, which is gone in the source, in epoch ms.',
    },
  }),
  object({ 'after?': text }),
);
const turned = { contract: CONTRACT, entity: ENTITY, since: 1763612345678 };
export const BROKEN = { data: [{ ...turned, status: 'Failed', previousStatus: 'Success' }], paging: {} };
export const RECOVERED = { data: [{ ...turned, status: 'Success', previousStatus: 'Failed' }], paging: {} };

export const NOT_JUDGED_SCHEMA = listOf(
  object({
    contract: REFERENCE_SCHEMA,
    entity: REFERENCE_SCHEMA,
    since: { ...instant, description: 'Timestamp of the first aborted run since the newest verdict, in epoch ms.' },
    'reason?': { ...text, description: 'Why the newest run was aborted; absent where that is not known.' },
    aborted: { ...count, description: 'Aborted runs since the newest verdict.' },
    'lastVerdict?': {
      ...object({ timestamp: instant, status }),
      description: 'Absent where there never was one.',
    },
  }),
  object({ 'after?': text }),
);
export const NOT_JUDGED = {
  data: [
    {
      ...{ contract: CONTRACT, entity: ENTITY, since: 1763612345678, reason: 'sourceUnreachable', aborted: 5 },
      lastVerdict: { timestamp: 1763608745678, status: 'Success' },
    },
  ],
  paging: {},
};

export const SCHEDULES_SCHEMA = listOf(
  object({
    contract: REFERENCE_SCHEMA,
    entity: REFERENCE_SCHEMA,
    cron: text,
    timezone: text,
    enabled: flag,
    'nextAt?': { ...instant, description: 'The next run in epoch ms; absent while it is switched off.' },
  }),
  object({ 'after?': text }),
);
const schedule = { cron: '0 6 * * 1-5', timezone: 'Europe/Berlin', enabled: true, nextAt: 1763618400000 };
export const SCHEDULES = { data: [{ contract: CONTRACT, entity: ENTITY, ...schedule }], paging: {} };

export const RISK_SCHEMA = listOf(
  object({
    contract: REFERENCE_SCHEMA,
    entity: REFERENCE_SCHEMA,
    target: oneOf(['refreshFrequency', 'availabilityTime']),
    dueAt: instant,
    'refreshedAt?': { ...instant, description: 'The newest known refresh of the asset, in epoch ms.' },
  }),
  object({ total: count }),
);
export const RISKS = {
  data: [
    {
      ...{ contract: CONTRACT, entity: ENTITY, target: 'refreshFrequency' },
      ...{ dueAt: 1763698745678, refreshedAt: 1763612345678 },
    },
  ],
  paging: { total: 1 },
};

export const COVERAGE_SCHEMA = listOf(
  object({
    'group?': object(REFERENCE, 'The service or domain; absent: assets that are in none.'),
    assets: { ...count, description: 'Assets of types that can have a contract.' },
    contracts: count,
    holding: { ...count, description: 'Contracts whose newest result that was not aborted is Success.' },
    failing: { ...count, description: 'Contracts whose newest result that was not aborted is another.' },
  }),
);
export const COVERAGE = {
  data: [
    {
      group: { ...ENTITY, type: 'databaseService', name: 'shop', fullyQualifiedName: 'shop' },
      ...{ assets: 40, contracts: 12, holding: 10, failing: 1 },
    },
  ],
};

const SUMS = {
  assets: { ...count, description: 'Assets of types that can have a contract.' },
  covered: { ...count, description: 'Assets that have a contract.' },
  contracts: {
    ...count,
    description:
      'Without those that are upcoming or have ended. Grouped as lists of contracts are filtered: by their own owners or domains before those of the asset, and by their tier beside that of the asset.',
  },
  passing: { ...count, description: 'By the newest result that was not aborted: Success.' },
  partial: { ...count, description: 'PartialSuccess.' },
  failing: { ...count, description: 'Failed.' },
  notJudged: { ...count, description: 'Without such a result.' },
  'passRate?': {
    ...number,
    description:
      'Of the time in which contracts had a verdict, the part in which they passed, in percent; absent where none had one.',
  },
  'slaMet?': {
    ...number,
    description: 'Of the results that evaluated an SLA, those that met it, in percent; absent without any.',
  },
  withObjectives: { ...count, description: 'Contracts with objectives.' },
  burning: { ...count, description: 'Of these, those whose error budget burnt too fast at the last evaluation.' },
  recovered: { ...count, description: 'How often a failing contract passed again within the days.' },
  'timeToRecover?': { ...number, description: 'Median of the time from failing to passing, in ms.' },
};
const REPORT_ROW = component('GroupReportRow', {
  'group?': { ...REFERENCE_SCHEMA, description: 'Absent: what is in none, and in the total.' },
  ...SUMS,
});
export const REPORT_SCHEMA = component('GroupReport', {
  data: list(REPORT_ROW),
  total: REPORT_ROW,
  paging: object({ total: { ...count, description: 'How many groups there are.' } }),
});
const sums = {
  ...{ assets: 40, covered: 12, contracts: 12, passing: 10, partial: 0, failing: 1, notJudged: 1, passRate: 93.25 },
  ...{ slaMet: 99.5, withObjectives: 4, burning: 1, recovered: 3, timeToRecover: 5_400_000 },
};
export const REPORT = {
  data: [{ group: { ...ENTITY, type: 'team', name: 'sales', fullyQualifiedName: 'sales' }, ...sums }],
  total: sums,
  paging: { total: 1 },
};
export const REPORT_CSV = [`team,${Object.keys(sums).join()}`, `sales,${Object.values(sums).join()}`, ''].join('\r\n');

export const TREND_SCHEMA = listOf(
  object({
    day: { type: 'string', format: 'date' },
    holding: { ...count, description: 'Contracts whose newest result till then that was not aborted is Success.' },
    failing: { ...count, description: 'Contracts whose newest result till then that was not aborted is another.' },
  }),
);
export const TREND = {
  data: [
    { day: '2026-03-01', holding: 9, failing: 2 },
    { day: '2026-03-02', holding: 10, failing: 1 },
  ],
};

export const HISTORY_SCHEMA = listOf(
  object({
    id: uuid,
    results: {
      type: 'array',
      description: 'Timestamp (epoch ms) and status of each result, oldest first.',
      items: { type: 'array', minItems: 2, maxItems: 2, items: { oneOf: [integer, status] } },
    },
  }),
);
export const HISTORY = {
  data: [
    {
      id: CONTRACT.id,
      results: [
        [1763525945678, 'Success'],
        [1763612345678, 'Failed'],
      ],
    },
  ],
};
