import { Client } from 'pg';
import { ADMIN, type TestContract } from './support/contract-world';
import { RunWorld } from './support/run-world';

/** What is asked in one turn shares a transaction; one contract that somebody has locked must not hold up the others. */
describe('writes that go together', () => {
  let world: RunWorld;
  let other: Client;

  beforeAll(async () => {
    world = await RunWorld.create();
    other = new Client({ connectionString: world.contracts.url });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await world.destroy();
  });

  /** Locks the contract as a writer elsewhere does, for as long as `work` takes. */
  async function whileLocked(contract: TestContract, work: () => Promise<void>): Promise<void> {
    await other.query('begin');
    await other.query('select 1 from contract where node = $1 for no key update', [contract.node]);
    try {
      await work();
    } finally {
      await other.query('rollback');
    }
  }

  const pair = async (): Promise<[TestContract, TestContract]> => [
    await world.contracts.contract(),
    await world.contracts.contract(),
  ];

  it('claim and end runs of free contracts while that of another one waits for its lock', async () => {
    const [locked, free] = await pair();
    const claim = async (contract: TestContract) => world.claim(await world.queuedRun(contract));
    const held = await claim(locked);
    let late: Promise<unknown> | undefined;
    let isLate = true;
    const finish = (run: NonNullable<typeof held>) =>
      world.claims.finish(run, { status: 'Success', body: {}, details: {} });
    await whileLocked(locked, async () => {
      const claimed = await claim(free);
      late = finish(held!).finally(() => (isLate = false));
      expect(await finish(claimed!)).toBe(true);
      expect(isLate).toBe(true);
    });
    expect(await late).toBe(true);
    expect(await world.openRun(held!.id)).toBeUndefined();
  });

  it('give a run to one of two who ask for it at once, and none to one whose attempt is over', async () => {
    const contract = await world.contracts.contract();
    const id = await world.queuedRun(contract);
    const [first, second] = await Promise.all([1, 2].map(() => world.claim(id)));
    expect([first?.attempt, second]).toEqual([1, undefined]);
    const outcome = { status: 'Success' as const, body: {}, details: {} };
    const ends = [{ ...first!, attempt: 7 }, first!].map((run) => world.claims.finish(run, outcome));
    expect(await Promise.all(ends)).toEqual([false, true]);
  });

  it('store pushed results of free contracts while that of another one waits for its lock', async () => {
    const [locked, free] = await pair();
    const push = (contract: TestContract) =>
      world.contracts.results.push(ADMIN, contract.id, {
        timestamp: 1_700_000_000_000,
        contractExecutionStatus: 'Success' as const,
      });
    let late: Promise<unknown> | undefined;
    let isLate = true;
    await whileLocked(locked, async () => {
      late = push(locked).finally(() => (isLate = false));
      await push(free); // Together with it, or behind it: neither waits.
      expect(await push(await world.contracts.contract())).toMatchObject({ isNew: true });
      expect(await push(await world.contracts.contract())).toMatchObject({ isNew: true });
      expect(isLate).toBe(true);
    });
    expect(await late).toMatchObject({ isNew: true });
  });

  it('take pushes of one timestamp one after the other: one is new, the last one counts', async () => {
    const contract = await world.contracts.contract();
    const bodies = Array.from({ length: 20 }, (_, n) => ({
      timestamp: 1_700_000_000_000,
      contractExecutionStatus: 'Success' as const,
      result: `no. ${n}`,
    }));
    const stored = await Promise.all(bodies.map((body) => world.contracts.results.push(ADMIN, contract.id, body)));
    expect(stored.filter(({ isNew }) => isNew)).toHaveLength(1);
    const { result } = JSON.parse(await world.contracts.results.latest(ADMIN, contract.id)) as { result: string };
    expect(result).toBe('no. 19');
  });
});
