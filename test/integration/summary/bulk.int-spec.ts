import { randomUUID } from 'node:crypto';
import { AppError } from '@app/common';
import { BulkPushService, type StoreOutcome } from '@app/results';
import { actor, ADMIN, ContractWorld, resultStore, type TestContract } from '../runs/support/contract-world';

const T = 1_700_000_000_000;

describe('a bulk push', () => {
  let world: ContractWorld;
  let service: BulkPushService;
  let contract: TestContract;

  beforeAll(async () => {
    world = await ContractWorld.create();
    service = new BulkPushService(world.finder, resultStore(world.database, world.finder));
  });
  afterAll(() => world.destroy());
  beforeEach(async () => {
    contract = await world.contract();
  });

  const row = (timestamp: number, more: object = {}) => ({
    ...{ contractId: contract.id, timestamp, contractExecutionStatus: 'Success' as const },
    ...more,
  });
  const shown = (outcome: StoreOutcome) =>
    'error' in outcome ? outcome.error.code : { status: outcome.status, ...(JSON.parse(outcome.json) as object) };

  it('stores many, tells of each in its order, and sums up', async () => {
    const other = await world.contract();
    const { contractId: _id, ...byName } = row(T + 2);
    const outcomes = await service.push(ADMIN, [
      row(T, { result: 'one' }),
      row(T + 1, { contractId: other.id }),
      { ...byName, contractFQN: contract.fqn, contractExecutionStatus: 'Failed' },
      row(T, { result: 'two' }),
    ]);
    expect(outcomes.map(shown)).toEqual([
      expect.objectContaining({ status: 201, timestamp: T, result: 'one', dataContractFQN: contract.fqn }),
      expect.objectContaining({ status: 201, dataContractFQN: other.fqn }),
      expect.objectContaining({ status: 201, timestamp: T + 2, contractExecutionStatus: 'Failed' }),
      expect.objectContaining({ status: 200, timestamp: T, result: 'two' }),
    ]);
    expect(await world.latestResult(contract)).toMatchObject({ timestamp: T + 2, status: 'Failed' });
    expect(JSON.parse(await world.results.byTimestamp(ADMIN, contract.id, T))).toMatchObject({ result: 'two' });
  });

  it.each([1, 3])('tells of each of %i who sent it, and from where, and keeps what only one has', async (count) => {
    const origin = { requestId: randomUUID(), address: '127.0.0.1', route: '/results' };
    const sent = Array.from({ length: count }, (_, at) => row(T + at, at === 1 ? { message: 'late' } : {}));
    await service.push({ ...ADMIN, name: 'a pipeline', origin }, sent);
    const events = await world.database.query(
      `select actor, origin, result ->> 'timestamp' as timestamp from change_event_pending where node = $1 order by 3`,
      [contract.node],
    );
    const of = (at: number) => ({ actor: 'a pipeline', origin, timestamp: String(T + at) });
    expect(events).toEqual(sent.map((_, at) => of(at)));
    const stored = await world.database.query<{ details: object }>(
      'select details from contract_result where contract = $1 order by timestamp',
      [contract.node],
    );
    const pushed = { trigger: 'api', requestedBy: 'a pipeline' };
    expect(stored).toEqual(
      sent.map((_, at) => ({ details: { ...pushed, ...(at === 1 && { details: { message: 'late' } }) } })),
    );
  });

  it('refuses what is wrong, alone', async () => {
    const run = randomUUID();
    await world.database.query(`insert into contract_result values ($1, $2, $3, 'Success', 'run', '{}', '{}')`, [
      contract.node,
      T + 7,
      run,
    ]);
    const outcomes = await service.push(ADMIN, [
      row(T),
      row(T + 2, { contractId: randomUUID() }),
      row(T + 7),
      row(T + 4, { id: run }),
      new AppError('BAD_REQUEST', 'no JSON'),
      row(T + 6),
    ]);
    expect(outcomes.map(shown)).toEqual([
      expect.objectContaining({ status: 201 }),
      'NOT_FOUND',
      'CONFLICT',
      'CONFLICT',
      'BAD_REQUEST',
      expect.objectContaining({ status: 201 }),
    ]);
    const rows = await world.database.query(`select 1 from contract_result where contract = $1`, [contract.node]);
    expect(rows).toHaveLength(3);
  });

  it('refuses those that the actor may not push', async () => {
    const mine = await world.contract();
    const me = await world.entity('user', `me-${randomUUID()}`);
    await world.refer(mine.node, 'owners', me.node);
    const owner = actor('me', { ownerIds: new Set([me.id]) });
    const outcomes = await service.push(owner, [row(T), row(T, { contractId: mine.id })]);
    expect(outcomes.map(shown)).toEqual(['FORBIDDEN', expect.objectContaining({ status: 201 })]);
  });

  it('of a thousand takes few statements, and many at once do not get in each other’s way', async () => {
    const contracts = await world.contracts(20);
    const rows = Array.from({ length: 1_000 }, (_, n) => row(T + (n % 97), { contractId: contracts[n % 20]!.id }));
    const all = await Promise.all(
      [1, 2, 3, 4].map(() =>
        service.push(
          ADMIN,
          [...rows].sort(() => Math.random() - 0.5),
        ),
      ),
    );
    expect(all.flat().every((outcome) => 'status' in outcome)).toBe(true);
    const places = new Set(rows.map(({ contractId, timestamp }) => `${contractId} ${timestamp}`));
    const stored = await world.database.query(`select r.* from contract_result r where contract = any($1::bigint[])`, [
      contracts.map(({ node }) => node),
    ]);
    expect(stored).toHaveLength(places.size);
    const [counted] = await world.database.query<{ n: number }>(
      `select sum(n)::int as n from contract_result_count where contract = any($1::bigint[])`,
      [contracts.map(({ node }) => node)],
    );
    expect(counted).toEqual({ n: places.size });
  });

  it('of many contracts keeps the results of each in the order sent', async () => {
    const contracts = await world.contracts(10);
    const rows = Array.from({ length: 400 }, (_, n) => ({
      ...row(T + (Math.floor(n / 10) % 20), { contractId: contracts[n % 10]!.id }),
      result: `no ${n}`,
    }));
    const outcomes = await service.push(ADMIN, rows);
    expect(outcomes.map((outcome) => ('status' in outcome ? outcome.status : 0))).toEqual([
      ...Array.from({ length: 200 }, () => 201),
      ...Array.from({ length: 200 }, () => 200),
    ]);
    const stored = await world.database.query<{ result: string }>(
      `select body ->> 'result' as result from contract_result where contract = any($1::bigint[])`,
      [contracts.map(({ node }) => node)],
    );
    expect(stored.map(({ result }) => result).sort()).toEqual(
      rows
        .slice(200)
        .map(({ result }) => result)
        .sort(),
    );
  });
});
