import { randomUUID } from 'node:crypto';
import { checkerOf } from '../../../apps/api/src/http/input';
import { PushedResult } from '../../../apps/api/src/results/result.dto';
import { BulkPushService } from '../../../libs/results/src/bulk/bulk-push.service';
import { actor, ADMIN, ContractWorld, listed, resultStore, type TestContract } from '../runs/support/contract-world';

/** Above any pause of a busy machine; nothing here waits for time to pass. */
const T0 = 1_700_000_000_000;

describe('pushing results', () => {
  let world: ContractWorld;
  let contract: TestContract;

  beforeAll(async () => {
    world = await ContractWorld.create();
  });
  afterAll(() => world.destroy());
  beforeEach(async () => {
    contract = await world.contract();
  });

  const push = async (timestamp: number, more: object = {}, to = contract) => {
    const body = checkerOf(PushedResult).body({ timestamp, contractExecutionStatus: 'Success', ...more });
    const { json, isNew } = await world.results.push(ADMIN, to.id, body);
    return { isNew, result: JSON.parse(json) as Record<string, unknown> };
  };
  const timestamps = async (query: object) =>
    (await listed(world.results.list(ADMIN, contract.id, query))).data.map(({ timestamp }) => timestamp);

  it('stores a result and answers with exactly the fields of the interface', async () => {
    const sent = {
      id: randomUUID(),
      dataContractFQN: 'ignored',
      result: 'one column is missing',
      schemaValidation: { passed: 2, failed: 1, total: 3, duplicateFields: ['a'] },
      semanticsValidation: { passed: 0, failed: 1, total: 1, failedRules: ['hasOwner'] },
      qualityValidation: { passed: 1, failed: 0, total: 1, qualityScore: 100 },
      slaValidation: { latencyMet: true, actualLatency: 7 },
      executionTime: 12,
    };
    const { isNew, result } = await push(T0, { ...sent, contractExecutionStatus: 'Failed', incidentId: 'i-1' });
    const expected = {
      id: sent.id,
      dataContractFQN: contract.fqn,
      timestamp: T0,
      contractExecutionStatus: 'Failed',
      result: sent.result,
      schemaValidation: { passed: 2, failed: 1, total: 3, failedFields: [] },
      semanticsValidation: { passed: 0, failed: 1, total: 1, failedRules: [{ ruleName: 'hasOwner' }] },
      qualityValidation: sent.qualityValidation,
      slaValidation: { latencyMet: true },
      executionTime: 12,
    };
    expect(isNew).toBe(true);
    expect(result).toEqual(expected);
    expect(JSON.parse(await world.results.byId(ADMIN, contract.id, sent.id, 'details'))).toEqual({
      ...expected,
      trigger: 'api',
      requestedBy: ADMIN.name,
      details: {
        schemaValidation: { duplicateFields: ['a'] },
        slaValidation: { actualLatency: 7 },
        incidentId: 'i-1',
      },
    });
  });

  it('replaces the result at the same timestamp, which keeps its id', async () => {
    const first = await push(T0, { result: 'first', schemaValidation: { passed: 1, failed: 0, total: 1 } });
    const second = await push(T0, { result: 'second' });
    expect(second).toEqual({
      isNew: false,
      result: expect.objectContaining({ id: first.result.id, result: 'second' }),
    });
    expect(second.result.schemaValidation).toBeUndefined();
    expect(await timestamps({})).toEqual([T0]);
  });

  it('moves the result of the same id to the new timestamp', async () => {
    const id = randomUUID();
    await push(T0, { id });
    expect((await push(T0 + 5, { id })).isNew).toBe(false);
    expect(await timestamps({})).toEqual([T0 + 5]);
  });

  it('lets both go and one stay when the id meets one result and the timestamp another', async () => {
    const id = randomUUID();
    await push(T0, { id, result: 'by id' });
    await push(T0 + 1, { result: 'by timestamp' });
    const { isNew, result } = await push(T0 + 1, { id, result: 'both' });
    expect({ isNew, id: result.id }).toEqual({ isNew: false, id });
    const { data, paging } = await listed(world.results.list(ADMIN, contract.id, {}));
    expect(data).toEqual([expect.objectContaining({ id, timestamp: T0 + 1, result: 'both' })]);
    expect(paging).toEqual({ total: 1 });
  });

  it('refuses the id of a result of another contract', async () => {
    const id = randomUUID();
    const other = await world.contract();
    await push(T0, { id }, other);
    await expect(push(T0, { id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(push(T0, { id }, other)).resolves.toMatchObject({ isNew: false });
  });

  it('refuses the id and the timestamp of a run', async () => {
    const id = randomUUID();
    await world.database.query(`insert into contract_result values ($1, $2, $3, 'Success', 'run', '{}', '{}')`, [
      contract.node,
      T0,
      id,
    ]);
    await expect(push(T0)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(push(T0 + 1, { id })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await timestamps({})).toEqual([T0]);
  });

  it('lets one whole body win out of 1,000 for one timestamp', async () => {
    const bodies = Array.from({ length: 1_000 }, (_, n) => ({
      result: `body ${n}`,
      executionTime: n,
      schemaValidation: { passed: n, failed: 0, total: n },
    }));
    // In lanes, as connections would come: more at once than the pool has would only wait for it.
    const lanes = Array.from({ length: 16 }, (_, lane) => bodies.filter((_body, n) => n % 16 === lane));
    const outcomes = await Promise.all(
      lanes.map(async (lane) => {
        const created = [];
        for (const body of lane) created.push((await push(T0, body)).isNew);
        return created;
      }),
    );
    expect(outcomes.flat().filter(Boolean)).toHaveLength(1);
    const { data, paging } = await listed(world.results.list(ADMIN, contract.id, {}));
    const winner = bodies[data[0]!.executionTime as number];
    expect(data).toEqual([
      {
        ...winner,
        schemaValidation: { ...winner!.schemaValidation, failedFields: [] },
        id: expect.any(String),
        timestamp: T0,
        contractExecutionStatus: 'Success' as const,
        dataContractFQN: contract.fqn,
      },
    ]);
    expect(paging.total).toBe(1);
    expect(await world.latestResult(contract)).toMatchObject({ message: winner!.result });
  });

  it('takes one id once when two contracts bring it at the same time', async () => {
    const other = await world.contract();
    for (let n = 0; n < 50; n++) {
      const id = randomUUID();
      const both = await Promise.allSettled([push(T0 + n, { id }), push(T0 + n, { id }, other)]);
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
    }
  });

  it('asks for ManageResults, which an owner of the asset has for a contract without owners', async () => {
    const owner = await world.entity('user', `user_${randomUUID().slice(0, 8)}`);
    const body = { timestamp: T0, contractExecutionStatus: 'Success' as const };
    const anyone = actor('anyone');
    await expect(world.results.push(anyone, contract.id, body)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Principal anyone is not allowed: operations [ManageResults] on dataContract',
    });
    await world.refer(contract.assetNode, 'owners', owner.node);
    const itself = actor('owner', { ownerIds: new Set([owner.id]) });
    await expect(world.results.push(itself, contract.id, body)).resolves.toMatchObject({ isNew: true });
  });

  it('is 404 for a contract that is not there', async () => {
    const id = randomUUID();
    await expect(push(T0, {}, { ...contract, id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `dataContract instance for ${id} not found`,
    });
  });

  it('takes one transaction for those that come together, and tells of each once, also where one replaces another', async () => {
    const [other, gone] = [await world.contract(), { ...contract, id: randomUUID() }];
    await push(T0, { result: 'first' });
    const before = world.database.transactions.committed;
    const together = await Promise.allSettled([push(T0 + 1), push(T0 + 1, {}, other), push(T0 + 2, {}, gone)]);
    expect(together.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    // The second one looks alone for the contract that the first one did not find.
    expect(world.database.transactions.committed - before).toBe(2);
    const both = await Promise.all([push(T0, { result: 'second' }), push(T0 + 5, {}, other)]);
    expect(both.map(({ isNew }) => isNew)).toEqual([false, true]);
    const events = await world.database.query<{ event: string; entity: string }>(
      `select event_type as event, entity_id::text as entity from change_event_pending
        where entity_id = any($1::uuid[]) order by seq`,
      [[contract.id, other.id]],
    );
    const of = ({ id }: TestContract) => events.filter(({ entity }) => entity === id).map(({ event }) => event);
    expect(of(contract)).toEqual(['resultCreated', 'resultCreated', 'resultUpdated']);
    expect(of(other)).toEqual(['resultCreated', 'resultCreated']);
  });

  it('does not wait for a contract that somebody has locked, if it is another one’s', async () => {
    const other = await world.contract();
    let free: () => void = () => undefined;
    const locked = new Promise<void>((done) => {
      void world.database.transaction(async (tx) => {
        await tx.query('select from contract where node = $1 for no key update', [other.node]);
        await new Promise<void>((ends) => {
          free = ends;
          done();
        });
      });
    });
    await locked;
    const waiting = push(T0, {}, other);
    await expect(push(T0)).resolves.toMatchObject({ isNew: true });
    await expect(push(T0 + 1)).resolves.toMatchObject({ isNew: true });
    const [stored] = await world.database.query(`select from contract_result where contract = $1`, [other.node]);
    expect(stored).toBeUndefined();
    free();
    await expect(waiting).resolves.toMatchObject({ isNew: true });
  });

  it('stores nothing of a batch that fails', async () => {
    const other = await world.contract();
    const bulk = new BulkPushService(world.finder, resultStore(world.database, world.finder));
    const rows = [contract, other].flatMap(({ id: contractId }) =>
      Array.from({ length: 150 }, (_, n) => ({
        contractId,
        timestamp: T0 + n,
        contractExecutionStatus: 'Success' as const,
      })),
    );
    await world.database.query(
      `create function refuse_result() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`,
    );
    await world.database.query(
      `create trigger refuse_result before insert on contract_result for each row when (new.contract = ${other.node}) execute function refuse_result()`,
    );
    try {
      await expect(bulk.push(ADMIN, rows)).rejects.toThrow('no room');
    } finally {
      await world.database.query('drop function refuse_result cascade');
    }
    expect(await timestamps({})).toEqual([]);
    expect(await bulk.push(ADMIN, rows)).toHaveLength(300);
  });

  it('answers with the name that the contract has by then', async () => {
    await push(T0);
    await world.database.query(`update entity set fqn = fqn || '_renamed' where node = $1`, [contract.node]);
    expect((await push(T0 + 1)).result).toMatchObject({ dataContractFQN: `${contract.fqn}_renamed` });
    expect((await push(T0 + 1)).result).toMatchObject({ dataContractFQN: `${contract.fqn}_renamed` });
  });
});
