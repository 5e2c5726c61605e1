import { Client } from 'pg';
import { eventually } from '../../support/eventually';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { explainedPlans, widestReads, type ExplainedPlan } from './explained-plans';

const ASSETS = 10_000;
/** Rows of a large table that a request may read: far more than any of these answers has, far less than the table. */
const MOST_ROWS = 2_500;
const LARGE = [
  'entity',
  'contract',
  'contract_result',
  'entity_reference',
  'lineage_edge',
  'entity_version',
  'tag_usage',
];

interface Named {
  readonly id: string;
  readonly fullyQualifiedName: string;
}

/** Copies of a table with its contract, each with results; every table is made of the one before, up to ten in a row. */
const COPIES = `
  with model as (select * from entity where id = $1),
  assets as (
    insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
    select gen_random_uuid(), type, name || n, fqn || n, parent, root, version, updated_at, updated_by, body, details
      from model, generate_series(1, ${ASSETS}) n returning node, root, fqn),
  copies as (
    insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
    select gen_random_uuid(), 'dataContract', 'c', fqn || '.dataContract_c', node, root, 1, 0, 'admin', '{}', '{}' from assets
    returning node, parent)
  insert into contract (node, asset, status, live) select node, parent, 'Active', true from copies`;
const RESULTS = `
  insert into contract_result (contract, timestamp, id, status, origin, body, details)
  select node, t * 1000000 + node, gen_random_uuid(), 'Success', 'pushed', '{}', '{}' from contract, generate_series(1, 3) t`;
const OWNERS = `
  insert into entity_reference (from_node, relation, to_node, position)
  select e.node, 'owners', u.node, 0 from entity e, entity u where e.type = 'table' and u.id = $1 on conflict do nothing`;

describe(`requests to a catalog of ${ASSETS} assets`, () => {
  let service: RunningService;
  let admin: RestClient;
  let table: Named;
  let contract: Named;
  let schema: Named;

  beforeAll(async () => {
    service = await RunningService.start();
    admin = await service.client();
    await fill();
    await explainedPlans.switchOn(service.databaseUrl);
    await service.kill('api', 'SIGTERM');
    await service.startApi();
    // What is read at the start, and by the writer of the search index, is not read by the requests below.
    await admin.get('/search/query?q=orders&refresh=true');
    await untilIndexed();
  });
  afterAll(() => service?.stop());

  async function fill(): Promise<void> {
    await admin.must('POST', '/services/databaseServices', { name: 'wide', serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'shop', service: 'wide' });
    schema = await admin.must<Named>('POST', '/databaseSchemas', { name: 'sales', database: 'wide.shop' });
    const columns = [{ name: 'id', dataType: 'BIGINT' }];
    const made = async (name: string) =>
      admin.must<Named>('POST', '/tables', { name, databaseSchema: schema.fullyQualifiedName, columns });
    table = await made('orders');
    const model = await made('copy');
    const [body] = [{ entity: { id: table.id, type: 'table' }, schema: columns, sla: { refreshFrequency: 'P1D' } }];
    contract = await admin.must<Named>('POST', '/dataContracts', { name: 'orders_contract', ...body });
    const owner = await admin.must<Named>('POST', '/users', { name: 'owner', email: 'owner@example.org' });
    const database = new Client({ connectionString: service.databaseUrl });
    await database.connect();
    await database.query('begin');
    await database.query(COPIES, [model.id]);
    await database.query(RESULTS);
    await database.query(OWNERS, [owner.id]);
    // No request below searches: the rows of the index for all of these would take longer than the test.
    await database.query('delete from search_mark');
    await database.query('commit');
    await database.query('vacuum analyze');
    await database.end();
    const end = (name: string) => ({ type: 'table', fullyQualifiedName: `${schema.fullyQualifiedName}.${name}` });
    const names = ['orders', ...Array.from({ length: 300 }, (_, at) => `copy${at + 1}`)];
    const edges = names.slice(1).map((to, at) => ({ fromEntity: end(names[Math.floor(at / 3)]!), toEntity: end(to) }));
    await admin.must('PUT', '/lineage/bulk', { edges });
  }

  async function untilIndexed(): Promise<void> {
    const database = new Client({ connectionString: service.databaseUrl });
    await database.connect();
    try {
      const marks = async () => (await database.query('select from search_mark limit 1')).rowCount;
      await eventually(marks, (left) => left === 0);
    } finally {
      await database.end();
    }
  }

  const byName = () => encodeURIComponent(contract.fullyQualifiedName);

  it.each<readonly [what: string, request: () => Promise<unknown>]>([
    ['a table by id', () => admin.get(`/tables/${table.id}?fields=*`)],
    ['a table by name', () => admin.get(`/tables/name/${table.fullyQualifiedName}?fields=owners,domains,tags`)],
    ['a page of tables', () => admin.get('/tables?limit=10&fields=owners,domains,tags,testSuite')],
    ['tables of a schema', () => admin.get(`/tables?limit=10&databaseSchema=${schema.fullyQualifiedName}`)],
    ['a contract', () => admin.get(`/dataContracts/name/${byName()}?fields=*`)],
    ['an effective contract', () => admin.get(`/dataContracts/${contract.id}?fields=*&effective=true`)],
    ['the contract of an asset', () => admin.get(`/dataContracts/entity?entityId=${table.id}&entityType=table`)],
    ['a page of contracts', () => admin.get('/dataContracts?limit=25&fields=owners,domains,tags,latestResult')],
    ['contracts by since', () => admin.get('/dataContracts?limit=25&sortBy=since&sortOrder=desc')],
    ['contracts by status', () => admin.get('/dataContracts?limit=25&sortBy=status')],
    ['incidents by since', () => admin.get('/dataContracts/incidents?limit=25&sortBy=since')],
    ['contracts by their asset', () => admin.get(`/dataContracts?entity=${table.fullyQualifiedName}`)],
    ['contracts that fail', () => admin.get('/dataContracts?latestStatus=Failed&limit=25')],
    ['results', () => admin.get(`/dataContracts/${contract.id}/results?fields=details`)],
    ['the newest result', () => admin.get(`/dataContracts/${contract.id}/results/latest`)],
    ['a summary of results', () => admin.get(`/dataContracts/${contract.id}/results/summary`)],
    ['versions', () => admin.get(`/dataContracts/${contract.id}/versions`)],
    ['the impact of a contract', () => admin.get(`/dataContracts/${contract.id}/impact`)],
    ['lineage', () => admin.get(`/lineage/table/${table.id}?upstreamDepth=2&downstreamDepth=2`)],
    ['a graph of lineage', () => admin.get(`/lineage/graph?type=table&fqn=${table.fullyQualifiedName}&depth=3`)],
    ['a run', () => admin.must('POST', `/dataContracts/${contract.id}/validate`, undefined, { prefer: 'wait=60' })],
    [
      'a pushed result',
      () =>
        admin.must('PUT', `/dataContracts/${contract.id}/results`, {
          timestamp: Date.now(),
          contractExecutionStatus: 'Success',
        }),
    ],
    [
      'a change of a table',
      () => admin.patch(`/tables/${table.id}`, [{ op: 'add', path: '/description', value: 'Of the shop' }]),
    ],
    [
      'an edge',
      () =>
        admin.must('PUT', '/lineage', {
          edge: {
            fromEntity: { id: table.id, type: 'table' },
            toEntity: { type: 'table', fullyQualifiedName: `${schema.fullyQualifiedName}.copy9000` },
          },
        }),
    ],
    ['a table that is new', () => admin.must('POST', '/tables', newTable())],
  ])('%s reads no large table through', async (_what, request) => {
    const plans = await explainedPlans.of(async () => {
      // The first calls of a statement are planned for their values, later ones may be planned for any.
      for (let call = 0; call < 2; call++) await request();
    });
    expect(plans.length).toBeGreaterThan(0);
    expect(offenders(plans)).toEqual([]);
  });

  let made = 0;
  const newTable = () => ({
    name: `new_${made++}`,
    databaseSchema: schema.fullyQualifiedName,
    columns: [{ name: 'id', dataType: 'BIGINT' }],
  });

  const offenders = (plans: readonly ExplainedPlan[]): string[] =>
    plans.flatMap((plan) =>
      widestReads(plan, LARGE)
        .filter(({ rows }) => rows > MOST_ROWS)
        .map(({ relation, node, rows }) => `${rows} rows of ${relation} by ${node}: ${plan.query.slice(0, 200)}`),
    );
});
