import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import { KeysetPages } from '@app/common';
import { Database, LargeReads, migrateDatabase } from '@app/database';
import { BudgetCheck } from '../../../libs/objectives/src/reports/budget-check';
import type { Objective } from '../../../libs/objectives/src/document/objective';
import { ObjectiveRepository } from '../../../libs/objectives/src/document/objective.repository';
import { AttainmentReader } from '../../../libs/objectives/src/evidence/attainment-reader';
import { MarkRepository } from '../../../libs/objectives/src/evidence/mark.repository';
import { RefreshRepository } from '../../../libs/objectives/src/evidence/refresh.repository';
import { BudgetWatch } from '../../../libs/objectives/src/reports/budget-watch';
import { BurningList } from '../../../libs/objectives/src/reports/burning-list';
import { blocksOf, RecordingClient, statementsOf } from '../../support/recording-client';
import { ADMIN, actor, ContractWorld, type TestContract } from '../runs/support/contract-world';
import { NoticeWorkers } from '../support/notice-workers';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MANY = 600;
/** Blocks of a page of ten: as many contracts judged for the answer take thousands. */
const MOST_BLOCKS = 350;

const WATCHED: Objective = {
  name: 'runs',
  on: 'status',
  unit: 'runs',
  target: 90,
  window: { rolling: 'P30D' },
  timezone: 'UTC',
  noData: 'carry',
  alerts: [{ long: 'P1D', short: 'P1D', factor: 2 }],
};

const setting = (world: ContractWorld) => {
  const visibility = new Visibility(new AccessControl());
  const of = (database: Database) => {
    const repository = new ObjectiveRepository(database);
    const attainments = new AttainmentReader(new MarkRepository(database), new RefreshRepository(database));
    const watch = new BudgetWatch(repository, attainments);
    const pages = new KeysetPages(Buffer.alloc(32, 7));
    return {
      list: new BurningList(repository, watch, visibility, pages, new LargeReads()),
      check: new BudgetCheck(repository, watch),
      repository,
    };
  };
  const { database } = world;
  return {
    of,
    ...of(database),
    /** As a worker does, until nothing is due. */
    look: async (): Promise<void> => {
      const budgets = new NoticeWorkers(database).budgets();
      while (await budgets.ofDue());
    },
    put: (contract: TestContract, ...objectives: Objective[]) =>
      database.transaction((tx) => new ObjectiveRepository(database).put(tx, contract.node, objectives, 'ann')),
    result: (contract: Pick<TestContract, 'node'>, timestamp: number, status: string) =>
      database.query(
        `insert into contract_result (contract, timestamp, id, status, origin, body, details)
         values ($1, $2, gen_random_uuid(), $3, 'pushed', '{}', '{}')
         on conflict (contract, timestamp) do update set status = excluded.status`,
        [contract.node, timestamp, status],
      ),
  };
};
type Setting = ReturnType<typeof setting>;

describe('what burns', () => {
  let world: ContractWorld;
  let setup: Setting;
  const started = Date.now();

  beforeAll(async () => {
    world = await ContractWorld.create();
    setup = setting(world);
  });
  afterAll(() => world.destroy());
  afterEach(() => world.database.query('delete from contract_objective'));

  const names = async (by = ADMIN): Promise<string[]> => {
    const { data, paging } = await setup.list.list(by, { limit: 50 });
    expect(paging.total).toBe(data.length);
    return data.map(({ contract }) => contract.fullyQualifiedName!);
  };
  /** What is answered where every contract is judged for the answer. */
  const truth = async (): Promise<string[]> => {
    await world.database.query('create table looks as select contract, changes_at from contract_objective');
    await world.database.query('update contract_objective set changes_at = 0');
    const found = await names();
    await world.database.query(
      'update contract_objective o set changes_at = l.changes_at from looks l where l.contract = o.contract',
    );
    await world.database.query('drop table looks');
    return found;
  };
  /** A contract that burns by two results of three minutes ago and before. */
  const burning = async (body: object = {}): Promise<TestContract> => {
    const contract = await world.contract(body);
    await setup.put(contract, WATCHED);
    await setup.result(contract, started - 5 * MINUTE, 'Success');
    await setup.result(contract, started - 3 * MINUTE, 'Failed');
    return contract;
  };

  it('is found by the look, and shown by what it has stored', async () => {
    const [one, other] = [await burning(), await burning()];
    const expected = [one.fqn, other.fqn].sort();
    expect(await names()).toEqual(expected);
    await setup.look();
    const stored = await world.database.query<{ fqn: string }>(
      'select burning_fqn as fqn from contract_objective where changes_at > $1 order by 1',
      [Date.now()],
    );
    expect(stored.map(({ fqn }) => fqn)).toEqual(expected);
    expect(await names()).toEqual(expected);
    expect(await names(actor('nobody', { rules: [] })).catch(() => 'refused')).toBe('refused');
  });

  type Change = (contract: TestContract) => Promise<unknown>;
  const CHANGES: readonly (readonly [string, boolean, Change])[] = [
    ['a result is replaced', false, (it) => setup.result(it, started - 3 * MINUTE, 'Success')],
    [
      'a result is removed',
      false,
      (it) => world.database.query(`delete from contract_result where contract = $1 and status = 'Failed'`, [it.node]),
    ],
    [
      'results come',
      false,
      (it) =>
        world.database.query(
          `insert into contract_result (contract, timestamp, id, status, origin, body, details)
       select $1, $2::bigint - n, gen_random_uuid(), 'Success', 'pushed', '{}', '{}' from generate_series(1, 20) n`,
          [it.node, started],
        ),
    ],
    [
      'it gets another name',
      true,
      (it) => world.database.query(`update entity set fqn = 'a.new.name' where node = $1`, [it.node]),
    ],
    [
      'it is deleted',
      false,
      (it) => world.database.query('update contract set live = false where node = $1', [it.node]),
    ],
    ['its objectives are other ones', false, (it) => setup.put(it, { ...WATCHED, target: 10 })],
  ];

  it.each(CHANGES)('is right at the first answer after %s, and after the next look', async (_, burns, change) => {
    const [contract] = [await burning(), await burning()];
    await setup.look();
    expect(await names()).toHaveLength(2);
    await change(contract);
    const found = await names();
    expect(found).toHaveLength(burns ? 2 : 1);
    expect(found).toEqual(await truth());
    await setup.look();
    expect(await names()).toEqual(found);
  });

  const fresh: Objective = {
    ...WATCHED,
    on: 'freshness',
    unit: 'hours',
    alerts: [{ long: 'PT2H', short: 'PT1H', factor: 2 }],
  };
  it.each([
    [
      'a refresh',
      (it: TestContract) =>
        world.database.query(
          `insert into observation (asset, kind, timestamp, source) select $1, 'refresh', $2::bigint - n * $3::bigint, 't' from generate_series(0, 60) n`,
          [it.assetNode, started, 30 * MINUTE],
        ),
    ],
    [
      'a life cycle',
      (it: TestContract) =>
        world.database.query(`update entity set details = $2 where node = $1`, [
          it.assetNode,
          JSON.stringify({ lifeCycle: { updated: { timestamp: started - MINUTE } } }),
        ]),
    ],
    [
      'another SLA',
      (it: TestContract) =>
        world.database.query(`update entity set body = $2 where node = $1`, [
          it.node,
          JSON.stringify({ sla: { refreshFrequency: { interval: 30, unit: 'day' } } }),
        ]),
    ],
  ])('is right after %s becomes known', async (_, change) => {
    const contract = await world.contract({ sla: { refreshFrequency: { interval: 1, unit: 'hour' } } });
    await setup.put(contract, fresh);
    await world.database.query(
      `insert into observation (asset, kind, timestamp, source) values ($1, 'refresh', $2, 'old')`,
      [contract.assetNode, started - 3 * DAY],
    );
    await setup.look();
    expect(await names()).toEqual([contract.fqn]);
    await change(contract);
    const found = await names();
    expect(found).toEqual(await truth());
    await setup.look();
    expect(await names()).toEqual(found);
  });

  it('is judged anew when time alone changes it, and what is dated ahead counts from then on', async () => {
    const contract = await burning();
    await setup.look();
    const until = async (): Promise<number> => {
      const [row] = await world.database.query<{ at: string }>('select changes_at::text as at from contract_objective');
      return Number(row!.at);
    };
    // The hour of the first run begins to leave the window of a day.
    const leaves = started - 5 * MINUTE + DAY + 1;
    expect(await until()).toBeGreaterThan(leaves - HOUR);
    expect(await until()).toBeLessThanOrEqual(leaves);
    const ahead = Date.now() + 40_000;
    await setup.result(contract, ahead, 'Success');
    await setup.look();
    expect(await until()).toBe(ahead + 1);
  });

  it('is not stored of a look that evidence has overtaken, though it was due already', async () => {
    const contract = await burning();
    const pushed = world.database.transaction(async (tx) => {
      await tx.query(`delete from contract_result where contract = $1 and status = 'Failed'`, [contract.node]);
      await setup.look();
    });
    await pushed;
    expect(await names()).toEqual([]);
    await setup.look();
    expect(await names()).toEqual([]);
  });

  it('is compared and mended by the check of the catalog', async () => {
    const [one, other] = [await burning(), await burning()];
    await setup.look();
    expect(await setup.check.block('')).toEqual({ compared: 2, mended: { budgets: 0 }, left: [] });
    await world.database.query('update contract_objective set burning_fqn = null where contract = $1', [one.node]);
    await world.database.query('update contract_objective set changes_at = null where contract = $1', [other.node]);
    expect(await names()).toEqual([other.fqn]);
    expect(await setup.check.block('')).toEqual({ compared: 2, mended: { budgets: 2 }, left: [] });
    expect(await names()).toEqual([one.fqn, other.fqn].sort());
    await setup.look();
    expect(await setup.check.block('')).toEqual({ compared: 2, mended: { budgets: 0 }, left: [] });
  });

  it('is found in a database of the build before', async () => {
    const contract = await burning();
    await setup.look();
    for (const statement of [
      'drop trigger look_at_objectives_entity on entity',
      'drop function look_at_objectives_entity()',
      'drop trigger look_at_objectives_contract on contract',
      'drop function look_at_objectives_contract()',
      'alter table contract_objective drop column burning_fqn, drop column changes_at',
      'update contract_objective set look_at = null',
      `delete from migration where name like 'BurningObjectives%'`,
    ])
      await world.database.query(statement);
    await migrateDatabase(world.url);
    expect(await names()).toEqual([contract.fqn]);
    await setup.look();
    const [row] = await world.database.query<{ fqn: string }>('select burning_fqn as fqn from contract_objective');
    expect(row).toEqual({ fqn: contract.fqn });
  });
});

describe(`a page of ${MANY} contracts that burn`, () => {
  let world: ContractWorld;
  let setup: Setting;
  let database: Database;

  beforeAll(async () => {
    world = await ContractWorld.create();
    setup = setting(world);
    database = await Database.connect({ url: world.url, poolSize: 1, Client: RecordingClient });
  });
  afterAll(async () => {
    await database.close();
    await world.destroy();
  });

  const burn = async (count: number): Promise<void> => {
    const made = await world.contracts(count);
    const nodes = made.map(({ node }) => node);
    await world.database.query(
      `insert into contract_objective (contract, objectives, updated_by) select unnest($1::bigint[]), $2, 'ann'`,
      [nodes, JSON.stringify([{ ...WATCHED, unit: 'days' }])],
    );
    await world.database.query(
      `insert into contract_result (contract, timestamp, id, status, origin, body, details)
       select node, $2, gen_random_uuid(), 'Failed', 'pushed', '{}', '{}' from unnest($1::bigint[]) node`,
      [nodes, Date.now() - HOUR],
    );
    await setup.look();
    await world.database.query('vacuum analyze');
  };
  it('costs the ten that it shows', async () => {
    await burn(MANY);
    const sent = await statementsOf(async () => {
      const { data, paging } = await setup.of(database).list.list(ADMIN, {});
      expect(data).toHaveLength(10);
      expect(paging).toMatchObject({ total: MANY });
    });
    expect(sent.length).toBeLessThanOrEqual(8);
    let blocks = 0;
    for (const statement of sent) blocks += await blocksOf(database, statement);
    expect(blocks).toBeLessThan(MOST_BLOCKS);
  });

  it('leads to the next page and back', async () => {
    const all: string[] = [];
    let after: string | undefined;
    let before: string | undefined;
    do {
      const { data, paging } = await setup.list.list(ADMIN, { limit: 250, after });
      all.push(...data.map(({ contract }) => contract.fullyQualifiedName!));
      ({ after, before } = paging);
    } while (after !== undefined);
    expect(all).toHaveLength(MANY);
    expect(all).toEqual([...all].sort());
    const { data } = await setup.list.list(ADMIN, { limit: 250, before });
    expect(data.map(({ contract }) => contract.fullyQualifiedName)).toEqual(all.slice(250, 500));
  });
});
