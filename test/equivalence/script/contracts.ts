import { PUSHED_SHAPES } from '../../support/pushed-shapes';
import { Steps, type Caller, type Chapter } from './step';

const TIME = 1_763_612_345_678;
const HOUR_MS = 3_600_000;
const NDJSON = { 'content-type': 'application/x-ndjson' };
const YAML = { accept: 'application/yaml' };
const CALLERS: readonly Caller[] = ['admin', 'viewer', 'consumer', 'nobody'];
const RESULTS = '/dataContracts/{{judged.id}}/results';
/** A run ends by itself; what it came to is asked for until it has. */
const ENDED = '"executionTime"';

/** Contracts: results that are pushed, runs to their end, batches, schedules, the standard, sums over all. */
export function contractsChapter(): Chapter {
  const steps = new Steps();
  fill(steps);
  push(steps);
  list(steps);
  validate(steps);
  describe(steps);
  inherit(steps);
  sums(steps);
  remove(steps);
  return steps.chapter('contracts');
}

function fill(steps: Steps): void {
  steps.add('service', 'POST /services/databaseServices', { body: { name: 'judge', serviceType: 'Postgres' } });
  steps.add('database', 'POST /databases', { body: { name: 'db', service: 'judge' } });
  steps.add('schema', 'POST /databaseSchemas', { body: { name: 'public', database: 'judge.db' } });
  for (const name of ['judged', 'failing', 'product_table', 'secret']) {
    const columns = [
      { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
      { name: 'note', dataType: 'VARCHAR', dataLength: 20 },
    ];
    const owners = name === 'secret' ? { owners: [{ type: 'user', fullyQualifiedName: 'keeper' }] } : {};
    steps.add(`table ${name}`, 'POST /tables', {
      body: { name, databaseSchema: 'judge.db.public', description: 'to be judged', columns, ...owners },
      save: `table_${name}`,
    });
  }
  const entity = (name: string): object => ({ type: 'table', fullyQualifiedName: `judge.db.public.${name}` });
  const rule = { name: 'described', rule: { '!!': { var: 'description' } } };
  const schema = [
    { name: 'id', dataType: 'BIGINT' },
    { name: 'note', dataType: 'VARCHAR' },
  ];
  const make = (name: string, body: object): void =>
    steps.add(`contract ${name}`, 'POST /dataContracts', {
      body: { name: `c_${name}`, entity: entity(name), entityStatus: 'Active', ...body },
      save: name,
    });
  make('judged', { schema, semantics: [rule], sla: { refreshFrequency: 'P1D' } });
  make('failing', {
    schema,
    semantics: [rule, { name: 'owned', rule: { '!!': { var: 'owners' } } }],
  });
  make('secret', { schema });
}

function push(steps: Steps): void {
  Object.entries(PUSHED_SHAPES).forEach(([what, body], at) => {
    const result = { timestamp: TIME - at * HOUR_MS, ...body };
    steps.add(`push ${what}`, `PUT ${RESULTS}`, { body: result });
    if (at % 4 === 0) steps.add(`push ${what} again`, `PUT ${RESULTS}`, { body: result });
  });
  steps.add('push another at the same time', `PUT ${RESULTS}`, {
    body: { timestamp: TIME, contractExecutionStatus: 'Failed' },
  });
  steps.add('push of now', `PUT ${RESULTS}`, {
    body: { timestamp: '{{ago:60000}}', contractExecutionStatus: 'Success' },
  });
  for (let at = 1; at <= 6; at++) {
    const contractExecutionStatus = ['Success', 'Failed', 'PartialSuccess'][at % 3];
    steps.add('push of days ago', `PUT ${RESULTS}`, {
      body: { timestamp: `{{ago:${at * 24 * HOUR_MS}}}`, contractExecutionStatus },
    });
  }
  for (const body of [
    {},
    { timestamp: 'x', contractExecutionStatus: 'Success' },
    { timestamp: TIME, contractExecutionStatus: 'Fine' },
    { timestamp: -1, contractExecutionStatus: 'Success' },
  ])
    steps.add('push refused', `PUT ${RESULTS}`, { body });
  for (const as of ['viewer', 'consumer', 'nobody'] as const)
    steps.add(`push, ${as}`, `PUT ${RESULTS}`, {
      as,
      body: { timestamp: TIME + 1, contractExecutionStatus: 'Success' },
    });
  const key = { 'idempotency-key': 'once' };
  for (const status of ['Success', 'Success', 'Failed'])
    steps.add('push with a key', `PUT ${RESULTS}`, {
      body: { timestamp: TIME + 2, contractExecutionStatus: status },
      headers: key,
    });
  const results = [
    { contractId: '{{failing.id}}', timestamp: TIME, contractExecutionStatus: 'Failed' },
    { contractFQN: '{{judged.fullyQualifiedName}}', timestamp: TIME + 3, contractExecutionStatus: 'Success' },
    { contractFQN: 'no.such.contract', timestamp: TIME, contractExecutionStatus: 'Success' },
  ];
  steps.add('bulk', 'PUT /dataContracts/results/bulk', { body: { results } });
  steps.add('bulk again', 'PUT /dataContracts/results/bulk', { body: { results } });
  steps.add('bulk, viewer', 'PUT /dataContracts/results/bulk', {
    as: 'viewer',
    body: {
      results: [...results, { contractId: '{{secret.id}}', timestamp: TIME, contractExecutionStatus: 'Success' }],
    },
  });
  const lines = Array.from({ length: 12 }, (_, at) => ({ ...results[at % 2], timestamp: TIME + 100 + at }));
  steps.add('bulk as NDJSON', 'PUT /dataContracts/results/bulk', { body: ndjson(lines), headers: NDJSON });
  steps.add('bulk as NDJSON with a bad line', 'PUT /dataContracts/results/bulk', {
    body: `${ndjson(lines)}{\n`,
    headers: NDJSON,
  });
  steps.add('bulk as NDJSON with a wrong line', 'PUT /dataContracts/results/bulk', {
    body: ndjson([lines[0], { timestamp: 1 }]),
    headers: NDJSON,
  });
}

const ndjson = (lines: readonly unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

function list(steps: Steps): void {
  for (const as of CALLERS) {
    steps.add(`results, ${as}`, `GET ${RESULTS}?limit=4`, { as, save: `results_${as}` });
    steps.add(`results further, ${as}`, `GET ${RESULTS}?limit=4&after={{results_${as}.paging.after}}`, {
      as,
      save: `more_${as}`,
    });
    steps.add(`results back, ${as}`, `GET ${RESULTS}?limit=4&before={{more_${as}.paging.before}}`, { as });
    steps.add(`latest, ${as}`, `GET ${RESULTS}/latest`, { as });
    steps.add(`secret results, ${as}`, 'GET /dataContracts/{{secret.id}}/results', { as });
  }
  for (const query of [
    `startTs=${TIME - 3 * HOUR_MS}`,
    `endTs=${TIME - 3 * HOUR_MS}`,
    `startTs=${TIME - 5 * HOUR_MS}&endTs=${TIME}`,
    'status=Failed',
    'limit=0',
    'limit=10000',
    'limit=10001',
    'startTs=2&endTs=1',
    'status=Fine',
    'fields=*',
  ])
    steps.add(`results by ${query}`, `GET ${RESULTS}?${query}`);
  steps.add('a result by its time', `GET ${RESULTS}/${TIME}`);
  steps.add('a result of nothing', `GET ${RESULTS}/12345`);
  for (const window of ['P1D', 'P30D', 'x']) steps.add(`summary ${window}`, `GET ${RESULTS}/summary?window=${window}`);
  steps.add('history', `GET /dataContracts/results/history?ids={{judged.id}},{{failing.id}}`);
}

function validate(steps: Steps): void {
  const wait = { prefer: 'wait=60' };
  for (const name of ['judged', 'failing'])
    for (const as of ['admin', 'viewer', 'consumer', 'nobody'] as const)
      steps.add(`validate ${name}, ${as}`, `POST /dataContracts/{{${name}.id}}/validate`, { as, headers: wait });
  steps.add('validate and do not wait', 'POST /dataContracts/{{judged.id}}/validate', {
    headers: { prefer: 'respond-async' },
    save: 'run',
  });
  steps.add('until it has ended', `GET ${RESULTS}/{{run.id}}`, { until: ENDED });
  steps.add('its events', `GET ${RESULTS}/{{run.id}}/events`, { headers: { accept: 'text/event-stream' } });
  steps.add('cancel what has ended', `POST ${RESULTS}/{{run.id}}/cancel`);
  steps.add('validate by entity', 'POST /dataContracts/entity/validate?entityId={{table_judged.id}}&entityType=table', {
    headers: wait,
  });
  steps.add(
    'validate by an entity without a contract',
    'POST /dataContracts/entity/validate?entityId={{plain_topic.id}}&entityType=topic',
    { headers: wait },
  );
  steps.add('validate nothing', 'POST /dataContracts/00000000-0000-4000-8000-00000000dead/validate');
  steps.add('batch', 'POST /dataContracts/validations', {
    body: { contractIds: ['{{judged.id}}', '{{failing.id}}'] },
    save: 'batch',
  });
  steps.add('batch until its end', 'GET /dataContracts/validations/{{batch.id}}', { until: '"ended":true' });
  steps.add('batch, viewer', 'GET /dataContracts/validations/{{batch.id}}', { as: 'viewer' });
  steps.add('batch of nothing', 'POST /dataContracts/validations', { body: { contractIds: [] } });
  steps.add('batch, consumer', 'POST /dataContracts/validations', {
    as: 'consumer',
    body: { contractIds: ['{{judged.id}}'] },
  });
  steps.add('rename a column', 'PATCH /tables/{{table_judged.id}}', {
    body: [{ op: 'replace', path: '/columns/1/name', value: 'remark' }],
  });
  steps.add('until the change is judged', `GET ${RESULTS}/latest`, { until: 'Column note is missing' });
  steps.add('validate after a change', 'POST /dataContracts/{{judged.id}}/validate', { headers: wait });
  steps.add('draft', 'PATCH /dataContracts/{{judged.id}}', {
    body: [{ op: 'add', path: '/entityStatus', value: 'Draft' }],
  });
  steps.add('validate a draft', 'POST /dataContracts/{{judged.id}}/validate', { headers: wait });
  for (const cron of ['0 6 1 1 *', 'never'])
    steps.add(`schedule ${cron}`, 'PUT /dataContracts/{{judged.id}}/schedule', { body: { cron, timezone: 'UTC' } });
  steps.add('the schedule', 'GET /dataContracts/{{judged.id}}/schedule');
  steps.add('schedules', 'GET /dataContracts/schedules');
  steps.add('no schedule', 'DELETE /dataContracts/{{judged.id}}/schedule');
}

/** As documents: effective, in YAML, by the standard; two versions compared. */
function describe(steps: Steps): void {
  for (const as of CALLERS) {
    steps.add(`effective, ${as}`, 'GET /dataContracts/entity?entityId={{table_judged.id}}&entityType=table', { as });
    steps.add(`effective of secret, ${as}`, 'GET /dataContracts/entity?entityId={{table_secret.id}}&entityType=table', {
      as,
    });
  }
  steps.add('with results', 'GET /dataContracts/{{judged.id}}?fields=*');
  steps.add('as YAML', 'GET /dataContracts/{{judged.id}}', { headers: YAML });
  steps.add('by the standard', 'GET /dataContracts/{{judged.id}}/odcs');
  steps.add('by the standard as YAML', 'GET /dataContracts/{{judged.id}}/odcs/yaml', { save: 'standard' });
  steps.add('back from the standard', 'PUT /dataContracts/odcs/yaml?entityId={{table_judged.id}}&entityType=table', {
    body: '{{standard.@text}}',
    headers: { 'content-type': 'application/yaml' },
  });
  steps.add('diff', 'GET /dataContracts/{{judged.id}}/diff?from=0.1&to=0.2');
  steps.add('impact', 'GET /dataContracts/{{judged.id}}/impact');
}

function inherit(steps: Steps): void {
  steps.add('domain', 'POST /domains', { body: { name: 'judging', domainType: 'Aggregate', description: 'x' } });
  steps.add('product', 'POST /dataProducts', {
    body: { name: 'judged_product', description: 'x', domains: ['judging'] },
    save: 'judged_product',
  });
  steps.add('asset of the product', 'PATCH /tables/{{table_product_table.id}}', {
    body: [
      { op: 'add', path: '/domains', value: [{ type: 'domain', fullyQualifiedName: 'judging' }] },
      { op: 'add', path: '/dataProducts', value: [{ type: 'dataProduct', id: '{{judged_product.id}}' }] },
    ],
  });
  steps.add('contract of the product', 'POST /dataContracts', {
    body: {
      name: 'c_product',
      entity: { type: 'dataProduct', id: '{{judged_product.id}}' },
      entityStatus: 'Active',
      termsOfUse: 'Ask first.',
    },
    save: 'c_product',
  });
  for (const as of ['admin', 'viewer', 'consumer'] as const)
    steps.add(`inherited, ${as}`, 'GET /dataContracts/entity?entityId={{table_product_table.id}}&entityType=table', {
      as,
    });
  steps.add(
    'validate what is inherited',
    'POST /dataContracts/entity/validate?entityId={{table_product_table.id}}&entityType=table',
    {
      headers: { prefer: 'wait=60' },
    },
  );
  steps.add('its own now', 'GET /dataContracts/entity?entityId={{table_product_table.id}}&entityType=table');
}

function sums(steps: Steps): void {
  for (const as of ['admin', 'viewer'] as const)
    for (const path of [
      'statusCounts',
      'broken',
      'recovered',
      'slaRisks',
      'coverage?by=service',
      'coverage?by=domain',
      'trend?days=10',
      'statusCounts?mine=true',
      'broken?order=oldest',
    ])
      steps.add(`${path}, ${as}`, `GET /dataContracts/${path}`, { as });
}

function remove(steps: Steps): void {
  steps.add('delete a result', `DELETE ${RESULTS}/${TIME}`);
  steps.add('delete it again', `DELETE ${RESULTS}/${TIME}`);
  steps.add('delete those before', `DELETE ${RESULTS}/before/${TIME - 4 * HOUR_MS}`);
  steps.add('delete, consumer', `DELETE ${RESULTS}/before/${TIME}`, { as: 'consumer' });
  steps.add('results after deletions', `GET ${RESULTS}?limit=100`);
  steps.add('latest after deletions', `GET ${RESULTS}/latest`);
  steps.add('contract after deletions', 'GET /dataContracts/{{judged.id}}?fields=*');
  steps.add('remove a contract with results', 'DELETE /dataContracts/{{failing.id}}?hardDelete=true');
  steps.add('results of what is gone', 'GET /dataContracts/{{failing.id}}/results');
}
