import { COLUMN_PROMISES, DATA_RUN_KINDS, DATA_RUN_STATUSES, SCHEDULED_KINDS } from '@app/data';
import { component, count, flag, instant, list, number, object, oneOf, text, uuid } from '../http/schemas';

const open = { type: 'object', additionalProperties: true };

const REF = component('DataRunReference', {
  id: uuid,
  type: text,
  name: text,
  fullyQualifiedName: text,
  'deleted?': flag,
});

const STEP = component('ConnectionTestStep', {
  name: oneOf(['Reach', 'LogIn', 'List', 'Read']),
  mandatory: flag,
  passed: flag,
  message: text,
  'reason?': { ...text, description: 'Reason of the failure, from a closed list' },
  'field?': { ...text, description: 'The member of the service to change' },
  'cure?': text,
  'durationMs?': count,
});

const CHECK = component('CheckedTestCase', {
  'testCase?': REF,
  name: text,
  'definition?': { ...text, description: 'Of a check that was tried' },
  'column?': { ...text, description: 'Of a check that was tried' },
  'rule?': open,
  status: oneOf(['Success', 'Failed', 'Aborted']),
  'reason?': text,
  'message?': text,
  'value?': { description: 'The compared value, if there is one' },
  'rows?': count,
  'failedRows?': count,
  'passedRows?': count,
  'failedRowsPercentage?': number,
  'passedRowsPercentage?': number,
  'statement?': { ...text, description: 'Query for the failing rows; shown to users with EditTests on the table' },
});

export const DATA_RUN_SCHEMA = component('DataRun', {
  id: uuid,
  kind: oneOf(DATA_RUN_KINDS),
  status: oneOf(DATA_RUN_STATUSES),
  'service?': { ...REF, description: 'Absent of a connection that is not stored' },
  'asset?': REF,
  timestamp: { ...instant, description: 'When it was asked for, epoch milliseconds' },
  'startedAt?': instant,
  'endedAt?': instant,
  'executionTime?': { ...count, description: 'Milliseconds' },
  trigger: oneOf(['manual', 'schedule', 'contract']),
  requestedBy: text,
  attempts: count,
  'message?': text,
  'reason?': { ...text, description: 'Reason of the status of the whole run, from a closed list' },
  'progress?': component('DataRunProgress', { done: count, total: count, 'current?': text }),
  'warnings?': {
    type: 'array',
    description: 'At most 200',
    items: component('DataRunWarning', { code: text, 'subject?': text, message: text }),
  },
  'warningCount?': { ...count, description: 'Of all warnings' },
  'steps?': list(STEP, 'Of a connection test'),
  'counts?': { type: 'object', additionalProperties: count, description: 'Of a crawl' },
  'changes?': list(open, 'Of a crawl that writes nothing'),
  'profile?': component(
    'DataRunProfile',
    {
      'rowCount?': count,
      'columnCount?': count,
      'sizeInByte?': count,
      'profileSample?': { type: 'number', description: 'Only where it was measured in some of the rows' },
      'profileSampleType?': oneOf(['PERCENTAGE', 'ROWS']),
      columns: { ...count, description: 'Columns that were measured' },
    },
    'Only for a profile, or a check that also profiled; the measurements are the profile of the table',
  ),
  'checks?': list(CHECK, 'Of a check'),
});

export const PROFILE_REQUEST = { quantiles: true };

export const DATA_ACCESS = {
  enabled: true,
  customSql: false,
  exampleKeys: false,
  timezone: 'UTC',
  columnPromises: 'read',
  crawl: { enabled: true, includeViews: true, includePartitions: false, deleteAfter: 1 },
  limits: { connections: 2, connectSeconds: 10, statementSeconds: 60, runSeconds: 900 },
};

export const SHOWN_ACCESS = {
  ...DATA_ACCESS,
  engine: 'postgres',
  driver: { package: 'pg', installed: true, version: '8.23.1' },
};

export const DRIVER_SCHEMA = component('DataDriver', { package: text, installed: flag, 'version?': text });
export const PREVIEW = {
  ...flag,
  description: 'The engine was tried against recorded answers alone; SQL of users is not run',
};

const NAME_FILTER = component('DataNameFilter', { includes: list(text), excludes: list(text) });

export const SHOWN_ACCESS_SCHEMA = component('DataAccess', {
  ...{ enabled: flag, customSql: flag, 'functions?': list(text), exampleKeys: flag, timezone: text },
  'columnPromises?': oneOf([...COLUMN_PROMISES]),
  crawl: component('DataAccessCrawl', {
    enabled: flag,
    'databaseFilterPattern?': NAME_FILTER,
    'schemaFilterPattern?': NAME_FILTER,
    'tableFilterPattern?': NAME_FILTER,
    ...{ includeViews: flag, includePartitions: flag, deleteAfter: count },
  }),
  limits: component('DataAccessLimits', {
    ...{ connections: count, connectSeconds: count, statementSeconds: count, runSeconds: count },
  }),
  'suspended?': { ...flag, description: 'The connection was changed by a user without the right to set data access' },
  'suspendedBy?': text,
  engine: text,
  'preview?': PREVIEW,
  driver: DRIVER_SCHEMA,
});

export const SHOWN_ACCESSES_SCHEMA = object({ data: list(SHOWN_ACCESS_SCHEMA) });

export const DATA_SCHEDULES_SCHEMA = object({
  data: list(
    component('DataSchedule', {
      kind: oneOf(SCHEDULED_KINDS),
      ...{ cron: text, timezone: text, enabled: flag },
      'profile?': { ...flag, description: 'Whether each run profiles the table, too: of checks alone' },
    }),
  ),
});
export const DATA_SCHEDULES = {
  data: [{ kind: 'crawl', cron: '0 5 * * *', timezone: 'Europe/Berlin', enabled: true }],
};

export const TABLE_ACCESS = { exampleKeys: true };
export const TABLE_ACCESS_SCHEMA = component('TableDataAccess', { exampleKeys: flag });

const ID = '0d6f7c3e-5a1b-4c8e-9f2d-7b3a1e4c5d60';
const SERVICE = {
  id: '8c1d0b63-8d20-4c1f-8d8e-1a6b3e2f7c45',
  type: 'databaseService',
  name: 'shop_postgres',
  fullyQualifiedName: 'shop_postgres',
};

export const QUEUED_RUN = {
  id: ID,
  kind: 'connectionTest',
  status: 'Queued',
  service: SERVICE,
  timestamp: 1_764_300_000_000,
  trigger: 'manual',
  requestedBy: 'ann',
  attempts: 0,
};

export const ENDED_RUN = {
  ...QUEUED_RUN,
  status: 'Failed',
  startedAt: 1_764_300_000_020,
  endedAt: 1_764_300_000_060,
  executionTime: 40,
  attempts: 1,
  message: 'LogIn: password authentication failed for user "catalog_reader"',
  reason: 'loginRefused',
  steps: [
    { name: 'Reach', mandatory: true, passed: true, message: 'The source answers' },
    {
      name: 'LogIn',
      mandatory: true,
      passed: false,
      message: 'password authentication failed for user "catalog_reader"',
      reason: 'loginRefused',
      field: 'connection.config.authType.password',
      cure: 'Check user name and password, and that the role may log in (ALTER ROLE … LOGIN)',
      durationMs: 31,
    },
  ],
};

export const CANCELLED_RUN = {
  ...QUEUED_RUN,
  status: 'Aborted',
  endedAt: 1_764_300_000_060,
  message: 'Cancelled by ann',
  reason: 'cancelled',
};

export const CHECK_REQUEST = {
  testCases: [{ type: 'testCase', fullyQualifiedName: 'shop_postgres.shop.sales.orders.id_is_there' }],
};

export const UNSTORED = {
  serviceType: 'Postgres',
  connection: {
    config: {
      hostPort: 'db.example.org:5432',
      username: 'catalog_reader',
      authType: { password: 'correct-horse' },
      database: 'shop',
    },
  },
};

export const DATA_RUN_EVENTS = `id: 1
event: state
data: {"id":"${ID}","status":"Queued","timestamp":1764300000000}

id: 2
event: state
data: {"id":"${ID}","status":"Running","timestamp":1764300000000}

id: 3
event: progress
data: {"id":"${ID}","done":40,"total":120,"current":"shop_postgres.shop.sales.orders"}

id: 4
event: state
data: {"id":"${ID}","status":"Success","timestamp":1764300000000}

id: 5
event: end
data: {"id":"${ID}","status":"Success"}
`;
