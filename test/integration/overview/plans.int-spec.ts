import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import { KeysetPages } from '@app/common';
import { Conditions, LargeReads, type Database } from '@app/database';
import { ChangeEventRepository } from '../../../libs/events/src/change/change-event.repository';
import { IS_PAST } from '../../../libs/incidents/src/contracts/incident-sql';
import { IncidentRepository } from '../../../libs/incidents/src/contracts/incident.repository';
import { ResultStrips } from '../../../libs/validation/src/overview/result-strips';
import { SlaRisks } from '../../../libs/validation/src/overview/sla-risks';
import { StatusCounter } from '../../../libs/validation/src/overview/status-counts';
import { VerdictList } from '../../../libs/validation/src/overview/verdict-list';
import { ADMIN, ContractWorld } from '../runs/support/contract-world';

const CONTRACTS = 10_000;

/** Copies of a contract with its table; each has three results, one of a hundred fails, one of fifty recovered. */
const COPIES = `
  with assets as (
    insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
    select gen_random_uuid(), 'table', 'copy' || n, 'copies.' || n, 1, 0, 'admin', '{}', '{}'
      from generate_series(1, ${CONTRACTS}) n returning node, fqn),
  copies as (
    insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
    select gen_random_uuid(), 'dataContract', 'c', fqn || '.c', node, node, 1, 0, 'admin', '{}', '{}' from assets
    returning node, parent)
  insert into contract (node, asset, status, live) select node, parent, 'Active', true from copies`;
const RESULTS = `
  insert into contract_result (contract, timestamp, id, status, origin, body, details)
  select node, t * 1000000 + node, gen_random_uuid(),
         case when t = 3 and node / 2 % 100 = 0 or t = 2 and node / 2 % 50 = 1 then 'Failed' else 'Success' end, 'pushed', '{}', '{}'
    from contract, generate_series(1, 3) t`;
const INCIDENTS = `
  insert into contract_incident (contract, status, opened_at, created_at, rules, updated_at)
  select node, case when node / 2 % 100 = 0 then 'New' else 'Resolved' end, 1, 1, '{}', 1 from contract`;
const EVENTS = `
  insert into change_event_pending (event_type, entity_type, entity_id, node, fqn, version, at, actor)
  select case when n % 3000 = 0 then 'entityDeleted' else 'entityUpdated' end, case when n % 3000 = 1 then 'domain' else 'table' end,
         md5((n % 5000)::text)::uuid, n, 'f' || n % 5000, 1, n, 'user' || n % 300 from generate_series(1, 60000) n`;

/** A database whose statements are kept with their values. */
interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

describe(`over ${CONTRACTS} contracts`, () => {
  let world: ContractWorld;
  let database: Database;

  beforeAll(async () => {
    world = await ContractWorld.create();
    ({ database } = world);
    await database.query(COPIES);
    await database.query(RESULTS);
    await database.query(EVENTS);
    await database.query(`select number_change_events(100000)`);
    await database.query(`vacuum analyze`);
  });
  afterAll(() => world.destroy());

  async function sent(work: () => Promise<unknown>): Promise<Sent[]> {
    const reads = jest.spyOn(database, 'read');
    const queries = jest.spyOn(database, 'query');
    await work();
    const all = [
      ...reads.mock.calls.map(([{ text }, values]) => ({ text, values })),
      ...queries.mock.calls.map(([text, values]) => ({ text, values: values ?? [] })),
    ];
    jest.restoreAllMocks();
    return all;
  }

  const planOf = async ({ text, values }: Sent): Promise<string> => {
    const rows = await database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it('lists of what broke and recovered walk an index of those alone', async () => {
    const list = new VerdictList(database, new Visibility(new AccessControl()), new KeysetPages(Buffer.alloc(32, 7)));
    for (const [which, index] of [
      ['broken', 'contract_broken'],
      ['recovered', 'contract_recovered'],
    ] as const) {
      for (const query of [{}, { since: 3_000_000 }, { order: 'oldest' }] as const) {
        const statements = await sent(() => list[which](ADMIN, query));
        expect(statements).toHaveLength(1);
        const plan = await planOf(statements[0]!);
        expect(plan).toContain(index);
        // There is no incident here: an empty table is read as it is.
        expect(plan).not.toMatch(/Seq Scan on (?!contract_incident\b)|Sort/);
      }
    }
  });

  it('counts read those that do not hold, and the total from its counter', async () => {
    const counter = new StatusCounter(database, new Visibility(new AccessControl()));
    const statements = await sent(() => counter.counts(ADMIN));
    expect(statements).toHaveLength(2);
    const plan = await planOf(statements[0]!);
    expect(plan).toContain('Index Only Scan using contract_unlike_most');
    expect(plan).not.toMatch(/Seq Scan on contract\b/);
    expect(await counter.counts(ADMIN)).toMatchObject({ byStatus: { Failed: CONTRACTS / 100 } });
  });

  it('totals of incidents are counted by indexes alone', async () => {
    await database.query(INCIDENTS);
    await database.query('vacuum analyze contract_incident');
    const incidents = new IncidentRepository(database);
    const page = new KeysetPages(Buffer.alloc(32, 7)).open('incidents', {});
    const filter = Conditions.of(`i.status <> 'Resolved' and not ${IS_PAST}`);
    const statements = await sent(() => incidents.page(filter, { page, limit: 1 }));
    const total = statements.find(({ text }) => text.includes('count('))!;
    const plan = await planOf(total);
    expect(plan).toContain('Index Only Scan using contract_incident_open');
    expect(plan).toContain('Index Only Scan using contract_there');
    expect(plan).not.toContain('entity');
  });

  it('contracts whose SLA is at risk are found by stored looks alone', async () => {
    await database.query(
      `update entity set body = '{"sla": {"refreshFrequency": "P1D"}}' where type = 'dataContract' and node % 10 = 0`,
    );
    await database.query(
      `update contract_notice_due set due_at = 9e15, holds_until = 9e15, is_at_risk = contract % 1000 = 0`,
    );
    await database.query('vacuum analyze entity');
    await database.query('vacuum analyze contract_notice_due');
    const risks = new SlaRisks(database, new Visibility(new AccessControl()));
    const statements = await sent(() => risks.list(ADMIN, 10));
    expect(statements).toHaveLength(1);
    const plan = await planOf(statements[0]!);
    expect(plan).toContain('contract_notice_due_risk');
    expect(plan).toContain('contract_notice_due_holds');
    expect(plan).not.toMatch(/Seq Scan on (entity|contract|contract_notice_due)\b/);
  });

  it('a history of many contracts is two statements, by index', async () => {
    const strips = new ResultStrips(database, world.finder);
    const rows = await database.query<{ id: string }>(
      `select id::text as id from entity where type = 'dataContract' limit 100`,
    );
    const statements = await sent(() => strips.of(ADMIN, { ids: rows.map(({ id }) => id).join() }));
    expect(statements).toHaveLength(2);
    for (const statement of statements)
      expect(await planOf(statement)).not.toMatch(/Seq Scan on (entity|contract_result)\b/);
  });

  it.each([
    ['entityId', { entityId: '00000000-0000-0000-0000-000000000000' }, 'change_event_entity'],
    ['fqn', { fqn: 'f7' }, 'change_event_fqn'],
    ['actor', { actor: 'user7' }, 'change_event_actor'],
    ['a rare type', { entityTypes: ['domain'] }, 'change_event_type'],
    ['a rare kind', { eventTypes: ['entityDeleted'] }, 'change_event_kind'],
    ['a time', { from: 100, to: 200 }, 'change_event_at'],
    ['nothing', {}, 'change_event_pkey'],
  ] as const)('events by %s are found by an index', async (_by, filter, index) => {
    const events = new ChangeEventRepository(database, new LargeReads());
    const statements = await sent(() =>
      events.part({ filter, sight: 'all', position: 5, isDescending: false, limit: 11 }),
    );
    expect(statements).toHaveLength(2);
    const plan = await planOf(statements.find(({ text }) => text.includes('change_event '))!);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on change_event/);
  });
});
