import { createHash } from 'node:crypto';
import { CONTRACT_ROWS, RESULT_ROWS } from '../../e2e/wrong-requests/table/contract.rows';
import { ENTITY_ROWS } from '../../e2e/wrong-requests/table/entity.rows';
import { IDENTITY_ROWS } from '../../e2e/wrong-requests/table/identity.rows';
import { QUERY_ROWS } from '../../e2e/wrong-requests/table/query.rows';
import { WIRE_ROWS } from '../../e2e/wrong-requests/table/wire.rows';
import { bodyOf, type More, type Row } from '../../e2e/wrong-requests/wrong-request';
import { Steps, type Caller, type Chapter } from './step';

const CALLERS: Readonly<Record<NonNullable<More['as']>, Caller>> = {
  admin: 'admin',
  consumer: 'consumer',
  steward: 'steward',
  nobody: 'nobody',
};

/** What the rows name by `{name}`. */
const NAMES: Readonly<Record<string, string>> = {
  schema: 'wrong_schema.id',
  dashboard: 'wrong_dashboard.id',
  table: 'wrong_table.id',
  bare: 'wrong_bare.id',
  gone: 'wrong_gone.id',
  contract: 'wrong_contract.id',
  empty: 'wrong_empty.id',
  run: 'wrong_run.id',
  ran: 'wrong_run.timestamp',
  cursor: 'wrong_page.paging.after',
  bent: 'wrong_page.paging.after|bent',
  resultCursor: 'wrong_results.paging.after',
  unsigned: 'token of admin.unsigned',
  flipped: 'token of admin.flipped',
  revoked: 'wrong_revoked.jwtToken',
};
const WORDS: Readonly<Record<string, string>> = {
  nothing: '00000000-0000-4000-8000-000000000000',
  long: 'n'.repeat(257),
};
/** Needs a token that the service does not make: one that has ended. */
const NOT_MADE = /\{expired\}/;
const COLUMNS = [
  { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
  { name: 'email', dataType: 'VARCHAR', dataLength: 320 },
  { name: 'place', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'STRING' }] },
];

/** The wrong requests of the e2e suite, on a small world of its own. */
export function refusalsChapter(): Chapter {
  const steps = new Steps();
  makeWorld(steps);
  const rows = [WIRE_ROWS, QUERY_ROWS, ENTITY_ROWS, CONTRACT_ROWS, RESULT_ROWS, IDENTITY_ROWS].flat();
  for (const row of rows) addRow(steps, row);
  return steps.chapter('refusals');
}

function addRow(steps: Steps, [request, status, , more = {}]: Row): void {
  const { text, headers } = bodyOf(more);
  if (NOT_MADE.test(JSON.stringify([request, headers]))) return;
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, symbols(value)]));
  const as = CALLERS[more.as ?? 'admin'];
  const isText = typeof text === 'string';
  const body = text === undefined ? {} : { body: isText ? symbols(text) : { '@base64': text.toString('base64') } };
  steps.add(`${status} of ${request.slice(0, 60)} ${digestOf([as, sent, text])}`, symbols(request), {
    as,
    headers: sent,
    ...body,
  });
}

/** Tells rows of one request apart, wherever they stand in their table. */
const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 6);

const symbols = (text: string): string =>
  text.replace(
    /\{(\w+)\}/g,
    (whole, name: string) => WORDS[name] ?? (NAMES[name] === undefined ? whole : `{{${NAMES[name]}}}`),
  );

function makeWorld(steps: Steps): void {
  const make = (name: string, path: string, body: object): void =>
    steps.add(`make ${name}`, `POST ${path}`, { body, save: `wrong_${name}` });
  make('service', '/services/databaseServices', { name: 'shop', serviceType: 'Postgres' });
  make('bus', '/services/messagingServices', { name: 'bus', serviceType: 'Kafka' });
  make('bi', '/services/dashboardServices', { name: 'bi', serviceType: 'Superset' });
  make('database', '/databases', { name: 'sales', service: 'shop' });
  make('schema', '/databaseSchemas', { name: 'public', database: 'shop.sales' });
  make('dashboard', '/dashboards', { name: 'board', service: 'bi' });
  for (const [name, table] of [
    ['table', 'orders'],
    ['bare', 'bare'],
    ['gone', 'gone'],
  ] as const)
    make(name, '/tables', { name: table, databaseSchema: 'shop.sales.public', columns: COLUMNS });
  make('topic', '/topics', { name: 'events', service: 'bus', partitions: 1 });
  make('tags', '/classifications', { name: 'PII', description: 'Personal data' });
  steps.add('delete one', 'DELETE /tables/{{wrong_gone.id}}');
  steps.add('a page', 'GET /tables?limit=1', { save: 'wrong_page' });
  const entity = { type: 'table', fullyQualifiedName: 'shop.sales.public.orders' };
  const schema = [{ name: 'id', dataType: 'BIGINT' }];
  make('contract', '/dataContracts', { name: 'orders', entity, entityStatus: 'Draft', schema });
  steps.add('a run', 'POST /dataContracts/{{wrong_contract.id}}/validate', { save: 'wrong_run' });
  for (const timestamp of [1_700_000_000_000, 1_700_000_000_001])
    steps.add('a result', 'PUT /dataContracts/{{wrong_contract.id}}/results', {
      body: { timestamp, contractExecutionStatus: 'Success' },
    });
  steps.add('a page of results', 'GET /dataContracts/{{wrong_contract.id}}/results?limit=1', { save: 'wrong_results' });
  make('empty', '/dataContracts', { name: 'board', entity: { type: 'dashboard', fullyQualifiedName: 'bi.board' } });
  const order = { tokenName: 'short', JWTTokenExpiry: '1' };
  steps.add('a token', 'PUT /users/security/token', { body: order, save: 'wrong_revoked' });
  steps.add('is revoked', 'PUT /users/security/token/revoke', { body: { tokenIds: ['{{wrong_revoked.tokenId}}'] } });
}
