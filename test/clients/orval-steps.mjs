// @ts-check
// The steps of a user of the client that orval makes, without a configuration: functions of axios.
import assert from 'node:assert/strict';
import axios from 'axios';
import * as catalog from './orval-client.ts';

const [origin, token, service] = /** @type {[string, string, string]} */ (process.argv.slice(2));
axios.defaults.baseURL = origin;
axios.defaults.headers.common.Authorization = `Bearer ${token}`;

/** @template T @param {string} name @param {Promise<import('axios').AxiosResponse<T>>} asked @returns {Promise<T>} */
async function step(name, asked, status = 201) {
  const answer = await asked;
  assert.equal(answer.status, status, name);
  console.log(`done: ${name}`);
  return answer.data;
}

const created = await step(
  'create a service',
  catalog.createDatabaseService({ name: service, serviceType: 'Postgres' }),
);
const database = await step(
  'create a database, its parent by id',
  catalog.createDatabase({ name: 'shop', service: { id: created.id } }),
);
const schema = await step(
  'create a schema, its parent by name',
  catalog.createDatabaseSchema({ name: 'sales', database: { fullyQualifiedName: database.fullyQualifiedName } }),
);
/** @param {string} name @param {string} [description] @returns {catalog.CreateTable} */
const table = (name, description) => ({
  name,
  ...(description && { description }),
  databaseSchema: schema.fullyQualifiedName,
  columns: [
    { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
    { name: 'note', dataType: 'VARCHAR', dataLength: 200 },
  ],
});
const orders = await step('create a table', catalog.createTable(table('orders')));
const refunds = await step('create another', catalog.createTable(table('refunds')));
const changed = await step('put a table', catalog.createOrUpdateTable(table('orders', 'One row an order')), 200);
const read = await step(
  'get a table by its name',
  catalog.getTableByName(orders.fullyQualifiedName, { fields: 'columns' }),
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
  const page = await step('list tables by a cursor', catalog.listTables(query), 200);
  names.push(...page.data.map(({ name }) => name));
  after = page.paging.after;
} while (after);
assert.deepEqual(names, ['orders', 'refunds']);

const contract = await step(
  'create a contract',
  catalog.createDataContract({
    name: 'orders_contract',
    entity: { id: orders.id, type: 'table' },
    entityStatus: 'Approved',
    schema: [{ name: 'id', dataType: 'BIGINT' }],
    semantics: [{ name: 'has_a_description', rule: { '!!': [{ var: 'description' }] } }],
    sla: { retention: { period: 2, unit: 'year' } },
  }),
);
const verdict = await step(
  'validate it',
  catalog.validateContract(contract.id, undefined, { headers: { Prefer: 'wait=30' } }),
  200,
);
assert.equal(verdict.contractExecutionStatus, 'Success');
const results = await step('list its results', catalog.listResults(contract.id), 200);
assert.deepEqual(
  results.data.map(({ id }) => id),
  [verdict.id],
);

const found = await step(
  'search',
  catalog.searchEntities({ q: `orders AND service.name:${service}`, index: 'table' }),
  200,
);
assert.ok(found.hits);

await step(
  'put an edge',
  catalog.putLineageEdge({
    edge: { fromEntity: { id: orders.id, type: 'table' }, toEntity: refunds.fullyQualifiedName },
  }),
  200,
);
const lineage = await step('read lineage', catalog.getLineageByName('table', orders.fullyQualifiedName), 200);
assert.deepEqual(
  lineage.downstreamEdges.map(({ toEntity }) => toEntity),
  [refunds.id],
);

const gone = await step(
  'delete the service',
  catalog.deleteDatabaseService(created.id, { recursive: true, hardDelete: true }),
  200,
);
assert.equal(gone.id, created.id);
console.log('all done');
