// @ts-check
// The steps of a user of the types that openapi-typescript makes, with openapi-fetch, the client that goes with them.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';

/** @typedef {import('./openapi-types.ts').paths} Paths */
/** @typedef {import('./openapi-types.ts').components['schemas']} Schemas */

const [origin, token, service] = /** @type {[string, string, string]} */ (process.argv.slice(2));
/** @type {import('openapi-fetch').Client<Paths>} */
const catalog = createClient({ baseUrl: origin, headers: { Authorization: `Bearer ${token}` } });

/**
 * @template T
 * @param {string} name
 * @param {Promise<{ data?: T, error?: unknown, response: Response }>} asked
 * @returns {Promise<T>}
 */
async function step(name, asked, status = 201) {
  const { data, error, response } = await asked;
  assert.equal(response.status, status, `${name}: ${JSON.stringify(error)}`);
  assert.ok(data, name);
  console.log(`done: ${name}`);
  return data;
}

const created = await step(
  'create a service',
  catalog.POST('/api/v1/services/databaseServices', { body: { name: service, serviceType: 'Postgres' } }),
);
const database = await step(
  'create a database, its parent by id',
  catalog.POST('/api/v1/databases', { body: { name: 'shop', service: { id: created.id } } }),
);
const schema = await step(
  'create a schema, its parent by name',
  catalog.POST('/api/v1/databaseSchemas', {
    body: { name: 'sales', database: { fullyQualifiedName: database.fullyQualifiedName } },
  }),
);
/** @param {string} name @param {string} [description] @returns {Schemas['CreateTable']} */
const table = (name, description) => ({
  name,
  ...(description && { description }),
  databaseSchema: schema.fullyQualifiedName,
  columns: [
    { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
    { name: 'note', dataType: 'VARCHAR', dataLength: 200 },
  ],
});
const orders = await step('create a table', catalog.POST('/api/v1/tables', { body: table('orders') }));
const refunds = await step('create another', catalog.POST('/api/v1/tables', { body: table('refunds') }));
const changed = await step(
  'put a table',
  catalog.PUT('/api/v1/tables', { body: table('orders', 'One row an order') }),
  200,
);
const read = await step(
  'get a table by its name',
  catalog.GET('/api/v1/tables/name/{fqn}', {
    params: { path: { fqn: orders.fullyQualifiedName }, query: { fields: 'columns' } },
  }),
  200,
);
assert.deepEqual([read.id, read.description, read.version], [orders.id, 'One row an order', changed.version]);
assert.equal(read.columns?.[0]?.dataType, 'BIGINT');

/** @type {string[]} */
const names = [];
/** @type {string | undefined} */
let after;
do {
  const query = { limit: 1, databaseSchema: schema.fullyQualifiedName, ...(after && { after }) };
  const page = await step('list tables by a cursor', catalog.GET('/api/v1/tables', { params: { query } }), 200);
  names.push(...page.data.map(({ name }) => name));
  after = page.paging.after;
} while (after);
assert.deepEqual(names, ['orders', 'refunds']);

const contract = await step(
  'create a contract',
  catalog.POST('/api/v1/dataContracts', {
    body: {
      name: 'orders_contract',
      entity: { id: orders.id, type: 'table' },
      entityStatus: 'Approved',
      schema: [{ name: 'id', dataType: 'BIGINT' }],
      semantics: [{ name: 'has_a_description', enabled: true, rule: { '!!': [{ var: 'description' }] } }],
      sla: { retention: { period: 2, unit: 'year' } },
    },
  }),
);
const verdict = await step(
  'validate it',
  catalog.POST('/api/v1/dataContracts/{id}/validate', {
    params: { path: { id: contract.id }, header: { Prefer: 'wait=30' } },
  }),
  200,
);
assert.equal(verdict.contractExecutionStatus, 'Success');
const results = await step(
  'list its results',
  catalog.GET('/api/v1/dataContracts/{id}/results', { params: { path: { id: contract.id } } }),
  200,
);
assert.deepEqual(
  results.data.map(({ id }) => id),
  [verdict.id],
);

const found = await step(
  'search',
  catalog.GET('/api/v1/search/query', {
    params: { query: { q: `orders AND service.name:${service}`, index: 'table' } },
  }),
  200,
);
assert.ok(found.hits);

await step(
  'put an edge',
  catalog.PUT('/api/v1/lineage', {
    body: { edge: { fromEntity: { id: orders.id, type: 'table' }, toEntity: refunds.fullyQualifiedName } },
  }),
  200,
);
const lineage = await step(
  'read lineage',
  catalog.GET('/api/v1/lineage/{type}/name/{fqn}', {
    params: { path: { type: 'table', fqn: orders.fullyQualifiedName } },
  }),
  200,
);
assert.deepEqual(
  lineage.downstreamEdges.map(({ toEntity }) => toEntity),
  [refunds.id],
);

const gone = await step(
  'delete the service',
  catalog.DELETE('/api/v1/services/databaseServices/{id}', {
    params: { path: { id: created.id }, query: { recursive: true, hardDelete: true } },
  }),
  200,
);
assert.equal(gone.id, created.id);
console.log('all done');
