import { utcMinute } from '@app/common';
import type { Database, Transaction } from '@app/database';
import type { Objective } from '@app/objectives';
import type { BudgetNotices } from '../../../libs/notices/src/budgets/budget-notices';
import { ObjectiveRepository } from '../../../libs/objectives/src/document/objective.repository';
import { NoticeWorld, type MadeContract } from './notice-world';

const MINUTE = 60_000;
/** One bad run of ten is allowed, so one of two burns five times as fast and uses up more than there is. */
const OBJECTIVE: Objective = {
  name: 'valid runs',
  on: 'status',
  unit: 'runs',
  target: 90,
  window: { rolling: 'P30D' },
  timezone: 'UTC',
  noData: 'carry',
  alerts: [{ long: 'PT2H', short: 'PT1H', factor: 2 }],
};
const BOTH = ['contractBudgetBurning', 'contractBudgetExhausted'];

/** Ends a worker before the nth thing that it asks of the database, or before the commit of what it asked. */
function dyingAt(database: Database, nth: number): { readonly database: Database; readonly hasDied: () => boolean } {
  let steps = 0;
  const step = (): void => {
    if (++steps === nth) throw new Error('killed');
  };
  const dying = Object.create(database) as Database;
  dying.read = async (...given: Parameters<Database['read']>) => {
    step();
    return database.read(...given) as never;
  };
  dying.query = async (...given: Parameters<Database['query']>) => {
    step();
    return database.query(...given) as never;
  };
  dying.transaction = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    step();
    const done = await database.transaction(async (tx) => {
      const result = await work(tx);
      step();
      return result;
    });
    step();
    return done;
  };
  return { database: dying, hasDied: () => steps >= nth };
}

describe('notices of error budgets', () => {
  let world: NoticeWorld;
  let budgets: BudgetNotices;

  beforeAll(async () => {
    world = await NoticeWorld.open();
    budgets = world.budgets();
  });
  afterAll(() => world.close());

  const put = (contract: MadeContract, objectives: readonly Objective[]) =>
    world.database.transaction((tx) =>
      new ObjectiveRepository(world.database).put(tx, contract.node, objectives, 'ann'),
    );
  const result = async (contract: MadeContract, ago: number, status: string): Promise<void> => {
    await world.database.query(
      `insert into contract_result (contract, timestamp, id, status, origin, body, details)
       values ($1, $2, gen_random_uuid(), $3, 'pushed', '{}', '{}')
       on conflict (contract, timestamp) do update set status = excluded.status`,
      [contract.node, started - ago, status],
    );
  };
  const started = Date.now();

  /** A contract whose objective burns, and whose budget is used up. */
  async function burning(dates: Parameters<NoticeWorld['contract']>[0] = {}): Promise<MadeContract> {
    const contract = await world.contract(dates);
    await put(contract, [OBJECTIVE]);
    await result(contract, 20 * MINUTE, 'Success');
    await result(contract, 10 * MINUTE, 'Failed');
    return contract;
  }
  const typesOf = async (contract: MadeContract): Promise<string[]> =>
    (await world.told(contract)).map(({ type }) => type);
  const bringForward = (...contracts: readonly MadeContract[]) =>
    world.database.transaction((tx) => budgets.bringForward(tx, { ids: contracts.map(({ id }) => id) }));
  const lookAtDue = async (of = budgets): Promise<void> => {
    while (await of.ofDue());
  };
  const look = async (contract: MadeContract): Promise<void> => {
    await bringForward(contract);
    await lookAtDue();
  };
  /** Until its next look, in ms; 0: it is due, null: nothing is waited for. */
  const nextLook = async ({ node }: MadeContract): Promise<number | null> => {
    const [row] = await world.database.query<{ at: string | null }>(
      'select look_at::text as at from contract_objective where contract = $1',
      [node],
    );
    return row!.at === null ? null : Math.max(0, Number(row!.at) - (await world.database.now()));
  };
  const observe = (contract: MadeContract, kind: string) =>
    world.database.query(
      `insert into observation (asset, kind, timestamp, source, available) values ($1, $2, $3, 'test', $4)`,
      [contract.asset, kind, started, kind === 'availability' ? false : null],
    );

  it('tell owners, consumers and followers that an alert burns and that the budget is used up, each once', async () => {
    const contract = await burning();
    const [owner, consumer, follower] = [await world.user(), await world.user(), await world.user()];
    await world.refer(contract.asset, 'owners', owner.node);
    await world.refer(contract.node, 'followers', follower.node);
    await world.consumer(contract.node, consumer.node);
    for (let times = 0; times < 3; times++) await look(contract);
    const people = { [owner.name]: 'owner', [consumer.name]: 'consumer', [follower.name]: 'follower' };
    const body = { objective: 'valid runs' };
    expect(await world.told(contract)).toEqual([
      {
        type: 'contractBudgetBurning',
        key: expect.stringMatching(/^valid runs PT2H PT1H 2 \d+$/) as string,
        text: 'uses up the error budget of its objective "valid runs" 5 times as fast as it allows over PT2H, 5 times over PT1H',
        ...{ body, people },
      },
      {
        type: 'contractBudgetExhausted',
        key: expect.stringMatching(/^valid runs \d+$/) as string,
        text: `has used up the error budget of its objective "valid runs" since ${utcMinute(started - 10 * MINUTE)}`,
        ...{ body, people },
      },
    ]);
  });

  it('tell again of an alert that had stopped, and not of a window', async () => {
    const contract = await burning();
    await look(contract);
    await result(contract, 10 * MINUTE, 'Success');
    await look(contract);
    expect(await typesOf(contract)).toEqual(BOTH);
    await result(contract, 5 * MINUTE, 'Failed');
    await look(contract);
    await look(contract);
    expect(await typesOf(contract)).toEqual([...BOTH, 'contractBudgetBurning']);
  });

  it('tell anew of an objective that was changed, and of no other', async () => {
    const contract = await burning();
    const other = { ...OBJECTIVE, name: 'other' };
    await put(contract, [OBJECTIVE, other]);
    await look(contract);
    await put(contract, [OBJECTIVE, { ...other, target: 80 }]);
    await look(contract);
    const told = (await world.told(contract)).map(({ body }) => (body as { objective: string }).objective);
    expect(told.sort()).toEqual(['other', 'other', 'other', 'other', 'valid runs', 'valid runs']);
  });

  it('say nothing of contracts that are upcoming or have ended, and none of contracts without objectives', async () => {
    const [upcoming, ended, plain] = [
      await burning({ from: 100 * MINUTE }),
      await burning({ until: -MINUTE }),
      await world.contract(),
    ];
    await bringForward(upcoming, ended, plain);
    await lookAtDue();
    for (const contract of [upcoming, ended, plain]) expect(await typesOf(contract)).toEqual([]);
    for (const contract of [upcoming, ended]) expect(await nextLook(contract)).toBeGreaterThan(0);
  });

  it('tell once with several workers, which share what is due', async () => {
    const contracts = await Promise.all(Array.from({ length: 6 }, () => burning()));
    const workers = Array.from({ length: 4 }, () => world.budgets());
    await Promise.all(workers.flatMap((worker) => [lookAtDue(worker), bringForward(...contracts)]));
    await lookAtDue();
    for (const contract of contracts) expect(await typesOf(contract)).toEqual(BOTH);
    const due = await world.database.query(`select from contract_objective where look_at = 0 and contract = any($1)`, [
      contracts.map(({ node }) => node),
    ]);
    expect(due).toEqual([]);
  });

  it('tell once whatever moment a worker is killed at', async () => {
    let hasDied = true;
    let deaths = 0;
    for (let nth = 1; hasDied; nth++) {
      const contract = await burning();
      const dying = dyingAt(world.database, nth);
      await bringForward(contract);
      await lookAtDue(world.budgets(dying.database)).catch(() => deaths++);
      hasDied = dying.hasDied();
      await look(contract);
      expect(await typesOf(contract)).toEqual(BOTH);
    }
    expect(deaths).toBeGreaterThanOrEqual(4);
  });

  it('do not rest on what was so before others told', async () => {
    const contract = await burning();
    const late = world.budgets(behind(world.database, () => look(contract)));
    await bringForward(contract);
    await lookAtDue(late);
    expect(await typesOf(contract)).toEqual(BOTH);
  });

  it('rest until something may be due, such as evidence that is dated ahead', async () => {
    const contract = await burning();
    await look(contract);
    // The result of ten minutes ago leaves the short window of an hour after that of twenty.
    expect(await nextLook(contract)).toBeGreaterThan(35 * MINUTE);
    expect(await nextLook(contract)).toBeLessThanOrEqual(60 * MINUTE);
    await result(contract, -50_000 - (Date.now() - started), 'Failed');
    await look(contract);
    expect(await nextLook(contract)).toBeGreaterThan(20_000);
    expect(await nextLook(contract)).toBeLessThanOrEqual(60_000);
  });

  it.each(['refresh', 'availability'])('look at once at an observation of %s', async (kind) => {
    const contract = await burning();
    await look(contract);
    await observe(contract, kind);
    expect(await nextLook(contract)).toBe(0);
    await look(contract);
    await world.database.query('delete from observation where asset = $1', [contract.asset]);
    expect(await nextLook(contract)).toBe(0);
  });

  it('look once more at what has happened during a look', async () => {
    const contract = await burning();
    await bringForward(contract);
    const busy = world.budgets(behind(world.database, () => observe(contract, 'availability').then(() => undefined)));
    await busy.ofDue();
    expect(await nextLook(contract)).toBe(0);
  });
});

/** A database before whose first transaction something else happens. */
function behind(database: Database, first: () => Promise<void>): Database {
  const slow = Object.create(database) as Database;
  let happened: Promise<void> | undefined;
  slow.transaction = async (...given: Parameters<Database['transaction']>) => {
    await (happened ??= first());
    return database.transaction(...given) as never;
  };
  return slow;
}
