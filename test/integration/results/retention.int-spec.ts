import { ResultRetentionSweep } from '@app/results';
import { ADMIN, ContractWorld, listed, type TestContract } from '../runs/support/contract-world';

const DAY = 86_400_000;

describe('retention of results', () => {
  let world: ContractWorld;
  let contract: TestContract;
  const now = Date.now();

  beforeAll(async () => {
    world = await ContractWorld.create();
  });
  afterAll(() => world.destroy());
  beforeEach(async () => {
    contract = await world.contract();
    await world.database.query(
      `insert into contract_result
       select $1, $2::bigint - n * ${DAY}, gen_random_uuid(), 'Success', 'pushed', '{}', '{}' from generate_series(0, 9) n`,
      [contract.node, now],
    );
  });

  const left = async () => (await listed(world.results.list(ADMIN, contract.id, { limit: 100 }))).data.length;
  const keep = (retention: string) =>
    world.database.query(`update contract set retention = $2 where node = $1`, [contract.node, retention]);

  it('keeps all for ever where nobody says otherwise', async () => {
    await new ResultRetentionSweep(world.database, undefined).run();
    expect(await left()).toBe(10);
  });

  it('removes what is older than the time of the installation', async () => {
    await new ResultRetentionSweep(world.database, 'P4D').run();
    // Those of today and of the three days before; the fourth is past its time by the milliseconds of this test.
    expect(await left()).toBe(4);
  });

  it('follows the contract where it says something else, and keeps the sums right', async () => {
    await keep('2');
    await new ResultRetentionSweep(world.database, 'P365D').run();
    const { data, paging } = await listed(world.results.list(ADMIN, contract.id, { limit: 100 }));
    expect(data.map(({ timestamp }) => timestamp)).toEqual([now, now - DAY]);
    expect(paging.total).toBe(2);
    expect(await world.latestResult(contract)).toMatchObject({ timestamp: now });
  });

  it.each(['P365D', '100'])('locks no contract of which nothing is past its time: %s', async (retention) => {
    await keep(retention);
    const others = await world.contracts(3);
    await world.database.query(`update contract set retention = $2 where node = any($1::bigint[])`, [
      others.map(({ node }) => node),
      retention,
    ]);
    const { committed } = world.database.transactions;
    const before = world.database.statements;
    expect(await new ResultRetentionSweep(world.database, undefined).run()).toBe(0);
    expect(world.database.transactions.committed).toBe(committed);
    expect(world.database.statements - before).toBeLessThanOrEqual(4);
  });

  it('does nothing more when it is told to stop', async () => {
    await keep('1');
    const stopped = AbortSignal.abort();
    expect(await new ResultRetentionSweep(world.database, undefined).run(stopped)).toBe(0);
    expect(await left()).toBe(10);
  });
});
