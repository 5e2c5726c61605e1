import { randomUUID } from 'node:crypto';
import { AppError } from '@app/common';
import { BulkPushService, type BulkOutcome } from '@app/results';
import { BulkWriteRepository } from '../../../libs/results/src/bulk/bulk-write.repository';
import { ResultStore } from '../../../libs/results/src/bulk/result-store';
import { actor, ADMIN, ContractWorld, type TestContract } from '../runs/support/contract-world';

const T = 1_700_000_000_000;

describe('a bulk push', () => {
  let world: ContractWorld;
  let service: BulkPushService;
  let contract: TestContract;

  beforeAll(async () => {
    world = await ContractWorld.create();
    service = new BulkPushService(
      world.finder,
      new ResultStore(world.database, world.finder, new BulkWriteRepository()),
    );
  });
  afterAll(() => world.destroy());
  beforeEach(async () => {
    contract = await world.contract();
  });

  const row = (timestamp: number, more: object = {}) => ({
    ...{ contractId: contract.id, timestamp, contractExecutionStatus: 'Success' as const },
    ...more,
  });
  const shown = (outcome: BulkOutcome) =>
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
});
