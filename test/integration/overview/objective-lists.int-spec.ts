import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import { KeysetPages } from '@app/common';
import { Database, LargeReads } from '@app/database';
import type { Objective } from '../../../libs/objectives/src/document/objective';
import { ObjectiveRepository } from '../../../libs/objectives/src/document/objective.repository';
import { AttainmentReader } from '../../../libs/objectives/src/evidence/attainment-reader';
import { MarkRepository } from '../../../libs/objectives/src/evidence/mark.repository';
import { RefreshRepository } from '../../../libs/objectives/src/evidence/refresh.repository';
import { BudgetWatch } from '../../../libs/objectives/src/reports/budget-watch';
import { BurningList } from '../../../libs/objectives/src/reports/burning-list';
import { MonthReport } from '../../../libs/objectives/src/reports/month-report';
import { blocksOf, RecordingClient, statementsOf } from '../../support/recording-client';
import { ADMIN, ContractWorld } from '../runs/support/contract-world';

const CONTRACTS = 1_000;
/** Blocks of what concerns nothing; a scan of all objectives with their contracts takes thousands. */
const FEW_BLOCKS = 40;
/** Results of a contract beside others that have a few each: the plan is made for what one has on average. */
const LONG_HISTORY = 20_000;

const OBJECTIVES = `
  insert into contract_objective (contract, objectives, updated_by)
  select node, '[{"name": "o", "on": "status", "unit": "days", "target": 95, "window": {"rolling": "P30D"}, "timezone": "UTC", "alerts": []}]', 'admin'
    from contract`;

describe(`lists of the objectives of ${CONTRACTS} contracts`, () => {
  let world: ContractWorld;
  let database: Database;

  beforeAll(async () => {
    world = await ContractWorld.create();
    await world.contracts(CONTRACTS);
    await world.database.query(OBJECTIVES);
    // A domain of all but nothing, and one that one of ten tables shows.
    await world.entity('domain', 'idle');
    const busy = await world.entity('domain', 'busy');
    await world.database.query(
      `insert into entity_reference (from_node, relation, to_node, position)
       select asset, 'domains', $1, 0 from (select asset, row_number() over () as n from contract) c where n % 10 = 0`,
      [busy.node],
    );
    await world.database.query('vacuum analyze');
    database = await Database.connect({ url: world.url, poolSize: 1, Client: RecordingClient });
  });
  afterAll(async () => {
    await database.close();
    await world.destroy();
  });

  const visibility = new Visibility(new AccessControl());
  const attainments = (): AttainmentReader =>
    new AttainmentReader(new MarkRepository(database), new RefreshRepository(database));
  const report = (): MonthReport =>
    new MonthReport(database, new ObjectiveRepository(database), attainments(), visibility, new LargeReads());
  const burning = (watch: BudgetWatch): BurningList =>
    new BurningList(
      new ObjectiveRepository(database),
      watch,
      visibility,
      new KeysetPages(Buffer.alloc(32, 7)),
      new LargeReads(),
    );
  const month = new Date().toISOString().slice(0, 7);

  it('the report of a domain costs what it has', async () => {
    const sent = await statementsOf(async () => {
      expect(await report().rows(ADMIN, { month, domain: 'idle' })).toEqual([]);
    });
    for (const statement of sent) expect(await blocksOf(database, statement)).toBeLessThan(FEW_BLOCKS);
    expect(await report().rows(ADMIN, { month })).toHaveLength(CONTRACTS);
    const rows = await report().rows(ADMIN, { month, domain: 'busy' });
    expect(rows).toHaveLength(CONTRACTS / 10);
    expect(new Set(rows.map(({ domain }) => domain))).toEqual(new Set(['busy']));
    expect(await report().rows(ADMIN, { month })).toHaveLength(CONTRACTS);
  });

  it('what no look has found yet is judged from one block of contracts to the next', async () => {
    const sent = await statementsOf(
      () => burning(new BudgetWatch(new ObjectiveRepository(database), attainments())).list(ADMIN, {}),
      ({ text }) => text.includes('o.changes_at <='),
    );
    expect(sent).toHaveLength(CONTRACTS / 200 + 1);
    // Behind the last contract is nothing, and nothing is read for that.
    expect(await blocksOf(database, sent.at(-1)!)).toBeLessThan(FEW_BLOCKS);
  });

  it('what burns is shown by FQN, whatever the order of the blocks', async () => {
    const burns = (fqn: string) => ({
      contract: { id: fqn, name: fqn, fqn },
      budgets: [{ isBurning: true, attainment: {} }],
    });
    async function* open() {
      yield { nodes: ['2', '3'], judged: [burns('s.b'), burns('s.c')] };
      yield { nodes: ['1'], judged: [burns('s.a')] };
    }
    const { data } = await burning({ open, judged: () => [] } as unknown as BudgetWatch).list(ADMIN, {});
    expect(data.map(({ contract }) => contract.fullyQualifiedName)).toEqual(['s.a', 's.b', 's.c']);
  });

  it.each([
    ['and the last verdict before', 'carry'],
    ['alone', 'ignore'],
  ])(
    'the verdicts of a contract with a long history are read by their times: those of the window %s',
    async (_, noData) => {
      const [long] = await world.database.query<{ node: string }>('select max(node)::text as node from contract');
      const results = (nodes: string, count: number): string => `
      insert into contract_result (contract, timestamp, id, status, origin, body, details)
      select node, extract(epoch from now() - interval '60 days') * 1000 - n, gen_random_uuid(), 'Success', 'pushed', '{}', '{}'
        from (${nodes}) c cross join generate_series(1, ${count}) n on conflict do nothing`;
      await world.database.query(results('select node from contract', 3));
      await world.database.query(results(`select ${long!.node}::bigint as node`, LONG_HISTORY));
      await world.database.query('vacuum analyze contract_result');
      const [contract] = await new ObjectiveRepository(database).ofNodes([long!.node]);
      const judged = contract!.objectives.map((objective) => ({
        objective: { ...objective, noData: noData as Objective['noData'] },
        at: Date.now(),
      }));
      const sent = await statementsOf(
        () => attainments().of([{ ...contract!, objectives: judged }]),
        ({ name }) => name === 'objective-verdicts',
      );
      expect(sent).toHaveLength(1);
      expect(await blocksOf(database, sent[0]!)).toBeLessThan(noData === 'carry' ? FEW_BLOCKS : FEW_BLOCKS / 2);
    },
  );
});
