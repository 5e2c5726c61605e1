import * as fc from 'fast-check';
import { ResultRetentionSweep } from '@app/results';
import { checkerOf } from '../../../apps/api/src/http/input';
import { PushedResult } from '../../../apps/api/src/results/result.dto';
import { BulkPushService } from '../../../libs/results/src/bulk/bulk-push.service';
import { ADMIN, ContractWorld, listed, resultStore, type TestContract } from '../runs/support/contract-world';

const DAY = 86_400_000;
const counts = (passed: number, failed: number) => ({ passed, failed, total: passed + failed });
const quality = (passed: number, failed: number) => ({
  contractExecutionStatus: failed === 0 ? 'Success' : 'Failed',
  qualityValidation: counts(passed, failed),
});

interface Stored {
  readonly id: string;
  readonly timestamp: number;
  readonly contractExecutionStatus: string;
  readonly qualityValidation?: { readonly passed: number; readonly failed: number; readonly total: number };
  readonly producer?: string;
  readonly details?: { readonly parts?: readonly { readonly producer: string; readonly timestamp: number }[] };
}

describe('results of several producers', () => {
  let world: ContractWorld;
  let contract: TestContract;
  let now: number;

  beforeAll(async () => {
    world = await ContractWorld.create();
  });
  afterAll(() => world.destroy());
  beforeEach(async () => {
    contract = await world.contract();
    now = Date.now() - 60_000;
  });

  const sent = (producer: string | undefined, timestamp: number, more: object) =>
    checkerOf(PushedResult).body({ timestamp, contractExecutionStatus: 'Success', producer, ...more });
  const push = async (producer: string | undefined, timestamp: number, more: object = {}) => {
    const { json, isNew } = await world.results.push(ADMIN, contract.id, sent(producer, timestamp, more));
    return { isNew, ...(JSON.parse(json) as Stored) };
  };
  const latest = async () => JSON.parse(await world.results.latest(ADMIN, contract.id, 'details')) as Stored;
  const history = async () =>
    (await listed(world.results.list(ADMIN, contract.id, { limit: 100 }))).data as unknown as Stored[];
  const run = (timestamp: number, body: object) =>
    world.database.query(`insert into contract_result values ($1, $2, gen_random_uuid(), $3, 'run', $4, '{}')`, [
      contract.node,
      timestamp,
      'Failed',
      JSON.stringify(body),
    ]);

  it('stay failed until the one that failed is mended', async () => {
    await push('dbt', now, quality(1, 2));
    const soda = await push('soda', now + 1, quality(3, 0));
    expect(soda).toMatchObject({ isNew: true, timestamp: now + 1, contractExecutionStatus: 'Failed' });
    expect(soda.qualityValidation).toMatchObject(counts(4, 2));
    expect(soda).not.toHaveProperty('details');
    const { details } = await latest();
    expect(details!.parts!.map(({ producer, timestamp }) => [producer, timestamp])).toEqual([
      ['dbt', now],
      ['soda', now + 1],
    ]);
    expect(await world.latestResult(contract)).toMatchObject({ status: 'Failed', timestamp: now + 1 });
    expect(await push('dbt', now + 2, quality(3, 0))).toMatchObject({
      contractExecutionStatus: 'Success',
      qualityValidation: counts(6, 0),
    });
  });

  it('without a producer stand for the whole, and count beside later parts', async () => {
    await push('dbt', now, quality(0, 1));
    const plain = await push(undefined, now + 1, quality(1, 0));
    expect(plain).toMatchObject({ contractExecutionStatus: 'Success', qualityValidation: counts(1, 0) });
    expect(await latest()).not.toHaveProperty('details');
    expect((await push('soda', now + 2, quality(2, 0))).qualityValidation).toMatchObject(counts(3, 1));
  });

  const parts = async () => (await latest()).details!.parts!.map(({ producer }) => producer);

  it('of a part never replace a failure of the whole, whenever that came', async () => {
    await push(undefined, now - 30 * DAY, quality(0, 1));
    expect(await push('junit', now, quality(1, 0))).toMatchObject({ contractExecutionStatus: 'Failed' });
    expect(await parts()).toEqual(['junit', 'whole']);
    await push(undefined, now + 1, { ...quality(2, 1), result: 'One is late.' });
    await push(undefined, now + 2, { contractExecutionStatus: 'Aborted' });
    const soda = await push('soda', now + 3, quality(1, 0));
    expect(soda).toMatchObject({
      contractExecutionStatus: 'Failed',
      result: '1 of 3 producers did not pass. whole: One is late.',
      qualityValidation: counts(4, 1),
    });
    await push(undefined, now + 4, quality(3, 0));
    expect(await push('soda', now + 5, quality(1, 0))).toMatchObject({
      contractExecutionStatus: 'Success',
      qualityValidation: counts(5, 0),
    });
  });

  it('of the whole are known after their result has been deleted by retention, and not after a deletion by hand', async () => {
    await push('junit', now, quality(1, 0));
    await push(undefined, now + 1, quality(0, 1));
    await world.database.query(`update contract set retention = '1' where node = $1`, [contract.node]);
    await push('junit', now + 2, quality(1, 0));
    await new ResultRetentionSweep(world.database, undefined).run();
    expect(await history()).toHaveLength(1);
    expect((await push('junit', now + 3, quality(1, 0))).qualityValidation).toMatchObject(counts(1, 1));
    await push(undefined, now + 4, quality(0, 2));
    await world.results.delete(ADMIN, contract.id, now + 4);
    expect((await push('junit', now + 5, quality(1, 0))).contractExecutionStatus).toBe('Success');
    await push(undefined, now + 6, quality(0, 2));
    await world.results.deleteProducer(ADMIN, contract.id, 'whole');
    expect((await push('junit', now + 7, quality(1, 0))).contractExecutionStatus).toBe('Success');
  });

  it('that come late stand behind a result of the whole, which stays as it was pushed', async () => {
    await push('junit', now, quality(1, 0));
    const whole = await push(undefined, now + 10, quality(3, 0));
    await push('dbt', now + 5, quality(0, 1));
    expect(await latest()).toMatchObject({ timestamp: now + 11, producer: 'dbt', qualityValidation: counts(4, 1) });
    expect((await history()).find(({ id }) => id === whole.id)).toEqual(
      expect.objectContaining({ timestamp: now + 10, contractExecutionStatus: 'Success' }),
    );
  });

  it('of the whole give way to a newer run of ours', async () => {
    await push(undefined, now, quality(0, 1));
    await run(now + 1, { qualityValidation: counts(5, 1), result: 'One failed.' });
    await push('dbt', now + 2, quality(1, 0));
    expect(await parts()).toEqual(['dbt', 'service']);
  });

  it('at a taken millisecond get the next one, and a push again replaces its own result', async () => {
    const first = await push('dbt', now, quality(1, 0));
    const second = await push('soda', now, quality(2, 0));
    expect([first.timestamp, second.timestamp]).toEqual([now, now + 1]);
    await run(now + 2, {});
    expect((await push('junit', now, quality(4, 0))).timestamp).toBe(now + 3);
    const before = await history();
    for (const [producer, passed] of [
      ['dbt', 1],
      ['soda', 2],
      ['junit', 4],
    ] as const)
      expect(await push(producer, now, quality(passed, 0))).toMatchObject({ isNew: false });
    expect((await history()).map(({ id, timestamp }) => [id, timestamp])).toEqual(
      before.map(({ id, timestamp }) => [id, timestamp]),
    );
    expect((await latest()).qualityValidation).toMatchObject(counts(7, 0));
  });

  it('that come late never replace a newer part', async () => {
    await push('dbt', now + 10, quality(0, 1));
    expect(await push('dbt', now + 5, quality(1, 0))).toMatchObject({
      timestamp: now + 5,
      contractExecutionStatus: 'Success',
    });
    expect(await latest()).toMatchObject({ timestamp: now + 10, contractExecutionStatus: 'Failed' });
    expect((await push('soda', now + 20, quality(1, 0))).contractExecutionStatus).toBe('Failed');
  });

  it('are counted by the newest result, whichever of them comes last', async () => {
    await push('soda', now + 10, quality(3, 0));
    const { id } = await latest();
    await push('dbt', now + 5, quality(0, 1));
    expect(await latest()).toMatchObject({
      id,
      timestamp: now + 10,
      producer: 'soda',
      contractExecutionStatus: 'Failed',
    });
    expect((await history()).map(({ timestamp }) => timestamp)).toEqual([now + 10, now + 5]);
    await push('dbt', now + 5, quality(1, 0));
    expect((await latest()).qualityValidation).toMatchObject(counts(4, 0));
    expect(await history()).toHaveLength(2);
  });

  it('count a run of ours as that of service, and stand behind it where they came before', async () => {
    await run(now + 5, { qualityValidation: counts(5, 1), result: 'One failed.' });
    await push('dbt', now, quality(1, 0));
    const { details, ...newest } = await latest();
    expect(newest).toMatchObject({ timestamp: now + 6, contractExecutionStatus: 'Failed' });
    expect(newest.qualityValidation).toMatchObject(counts(6, 1));
    expect(details!.parts!.map(({ producer }) => producer)).toEqual(['dbt', 'service']);
    await world.results.deleteProducer(ADMIN, contract.id, 'service');
    expect((await push('dbt', now + 20, quality(1, 0))).contractExecutionStatus).toBe('Success');
  });

  it('count for seven days', async () => {
    await push('dbt', now, quality(0, 1));
    const old = await push('old', now - 8 * DAY, quality(0, 4));
    expect(old.qualityValidation).toMatchObject(counts(0, 4));
    await world.database.query(
      `update contract_part set timestamp = timestamp - 8 * ${DAY}::bigint where contract = $1`,
      [contract.node],
    );
    expect((await push('soda', now + 1, quality(1, 0))).qualityValidation).toMatchObject(counts(1, 0));
    await new ResultRetentionSweep(world.database, undefined).run();
    const left = await world.database.query('select producer from contract_part where contract = $1', [contract.node]);
    expect(left).toEqual([{ producer: 'soda' }]);
  });

  it('count until the next push of the tool where the producer follows from the tool', async () => {
    const monthly = (timestamp: number, more: object) =>
      world.results.push(ADMIN, contract.id, { ...sent('junit', timestamp, more), isLasting: true });
    await monthly(now - 40 * DAY, quality(0, 1));
    expect((await push('soda', now, quality(1, 0))).contractExecutionStatus).toBe('Failed');
    await new ResultRetentionSweep(world.database, undefined).run();
    expect((await push('soda', now + 1, quality(1, 0))).contractExecutionStatus).toBe('Failed');
    await monthly(now + 2, quality(1, 0));
    expect(await latest()).toMatchObject({ contractExecutionStatus: 'Success' });
    await monthly(now + 3, quality(0, 1));
    await world.results.deleteProducer(ADMIN, contract.id, 'junit');
    expect((await push('soda', now + 4, quality(1, 0))).contractExecutionStatus).toBe('Success');
  });

  it('count no more when the producer is deleted, until it pushes again', async () => {
    await push('dbt', now, quality(0, 1));
    await push('soda', now + 1, quality(1, 0));
    const before = await history();
    const gone = JSON.parse(await world.results.deleteProducer(ADMIN, contract.id, 'dbt')) as object;
    expect(gone).toMatchObject({ producer: 'dbt', timestamp: now, qualityValidation: counts(0, 1) });
    expect(await history()).toEqual(before);
    await expect(world.results.deleteProducer(ADMIN, contract.id, 'dbt')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await push('soda', now + 2, quality(1, 0))).contractExecutionStatus).toBe('Success');
    await push('dbt', now - 5, quality(0, 1));
    expect((await push('soda', now + 3, quality(1, 0))).contractExecutionStatus).toBe('Success');
    expect((await push('dbt', now + 4, quality(0, 1))).contractExecutionStatus).toBe('Failed');
  });

  it('count no more when the result of their push is deleted; retention leaves them', async () => {
    await push('dbt', now, quality(0, 1));
    await push('soda', now + 1, quality(1, 0));
    await world.database.query(`update contract set retention = '1' where node = $1`, [contract.node]);
    await new ResultRetentionSweep(world.database, undefined).run();
    expect((await push('soda', now + 2, quality(1, 0))).contractExecutionStatus).toBe('Failed');
    await world.results.deleteBefore(ADMIN, contract.id, now + 2);
    expect((await push('junit', now + 3, quality(1, 0))).qualityValidation).toMatchObject(counts(2, 0));
    await world.results.delete(ADMIN, contract.id, now + 3);
    expect((await push('dbt', now + 4, quality(1, 0))).qualityValidation).toMatchObject(counts(2, 0));
  });

  it('are stored row by row in a batch, as if one came after the other', async () => {
    const bulk = new BulkPushService(world.finder, resultStore(world.database, world.finder));
    const rows = [
      sent('dbt', now, quality(0, 1)),
      sent(undefined, now + 1, quality(9, 0)),
      sent('soda', now + 2, quality(1, 0)),
      sent('dbt', now + 3, quality(2, 0)),
    ].map((row) => ({ ...row, contractId: contract.id }));
    const outcomes = await bulk.push(ADMIN, rows);
    const stored = outcomes.map((outcome) => ('json' in outcome ? (JSON.parse(outcome.json) as Stored) : undefined));
    expect(stored.map((one) => one?.qualityValidation)).toEqual(
      [counts(0, 1), counts(9, 0), counts(10, 1), counts(12, 0)].map((one) => expect.objectContaining(one) as unknown),
    );
    expect((await bulk.push(ADMIN, rows)).map((outcome) => 'status' in outcome && outcome.status)).toEqual([
      200, 200, 200, 200,
    ]);
    expect((await latest()).qualityValidation).toMatchObject(counts(12, 0));
  });

  it('are refused beyond a hundred producers', async () => {
    await world.database.query(
      `insert into contract_part select $1, 'p' || n, $2, 'Success', '{}', '{}', $2, $2 from generate_series(1, 100) n`,
      [contract.node, now],
    );
    await expect(push('one more', now + 1)).rejects.toMatchObject({ code: 'BAD_REQUEST', message: /at most 100/ });
    expect((await push('p7', now + 1)).contractExecutionStatus).toBe('Success');
  });

  it('that come at once in any order end in a result that counts all of them', async () => {
    const pushes = fc.array(
      fc.record({
        producer: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        at: fc.nat(20),
        passed: fc.nat(5),
        failed: fc.nat(2),
      }),
      { minLength: 2, maxLength: 12 },
    );
    const samples = fc.sample(pushes, { numRuns: 12, seed: 42 });
    for (const sample of samples) {
      contract = await world.contract();
      const at = ({ producer, at: n }: (typeof sample)[number]) => `${producer} ${n}`;
      // Of one producer and one time one push: of two, the last one wins, whichever that is.
      const all = [...new Map(sample.map((one) => [at(one), one])).values()];
      await Promise.all(all.map((one) => push(one.producer, now + one.at, quality(one.passed, one.failed))));
      const newest = new Map<string, (typeof all)[number]>();
      for (const one of [...all].sort((a, b) => a.at - b.at)) newest.set(one.producer, one);
      const sum = (member: 'passed' | 'failed') => [...newest.values()].reduce((total, one) => total + one[member], 0);
      expect((await latest()).qualityValidation).toMatchObject(counts(sum('passed'), sum('failed')));
      const parts = (await latest()).details!.parts!;
      expect(new Map(parts.map(({ producer, timestamp }) => [producer, timestamp - now]))).toEqual(
        new Map([...newest].map(([producer, one]) => [producer, one.at])),
      );
    }
  });
});
