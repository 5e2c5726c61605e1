import { checkerOf } from '../../../apps/api/src/http/input';
import { PushedResult } from '../../../apps/api/src/results/result.dto';
import { ADMIN, type TestContract } from './support/contract-world';
import { deferred, parsed, RunWorld, SUCCESS } from './support/run-world';

const quality = (passed: number, failed: number) => ({
  qualityValidation: { passed, failed, total: passed + failed },
});

describe('runs beside results that others push', () => {
  let world: RunWorld;
  let contract: TestContract;

  beforeEach(async () => {
    world = await RunWorld.create();
    contract = await world.contracts.contract();
  });
  afterEach(() => world.destroy());

  const push = async (producer: string, timestamp: number, failed: number) => {
    const contractExecutionStatus = failed ? 'Failed' : 'Success';
    const sent = checkerOf(PushedResult).body({ timestamp, producer, contractExecutionStatus, ...quality(1, failed) });
    const { json } = await world.contracts.results.push(ADMIN, contract.id, sent);
    return JSON.parse(json) as Record<string, unknown>;
  };
  const passing = () =>
    Promise.resolve({ ...SUCCESS, body: { result: 'Deprecated. Fine.', ...quality(4, 0) }, opening: 'Deprecated. ' });

  it('add up with them, and are the part service of the next push', async () => {
    world.startWorker(passing);
    const before = await world.validate(contract);
    expect(parsed(before)).toMatchObject({ contractExecutionStatus: 'Success', ...quality(4, 0) });
    const failing = await push('dbt', Date.now() - 60_000, 2);
    expect(failing).toMatchObject({ contractExecutionStatus: 'Failed', qualityValidation: { passed: 5, failed: 2 } });
    const after = parsed(await world.validate(contract, { parts: 'details' }));
    expect(after).toMatchObject({
      contractExecutionStatus: 'Failed',
      result: 'Deprecated. 1 of 2 producers did not pass. dbt: Failed.',
      qualityValidation: { passed: 5, failed: 2, total: 7 },
      executionTime: expect.any(Number),
      trigger: 'manual',
      producer: 'service',
      details: {
        parts: [
          { producer: 'dbt', contractExecutionStatus: 'Failed' },
          { producer: 'service', timestamp: after.timestamp, contractExecutionStatus: 'Success', result: 'Fine.' },
        ],
      },
    });
    expect(await world.contracts.latestResult(contract)).toMatchObject({ resultId: after.id, status: 'Failed' });
    await world.contracts.results.deleteProducer(ADMIN, contract.id, 'dbt');
    const alone = parsed(await world.validate(contract, { parts: 'details' }));
    expect(alone).toMatchObject({ contractExecutionStatus: 'Success', result: 'Deprecated. Fine.', ...quality(4, 0) });
    expect(alone).not.toHaveProperty('producer');
  });

  it('are counted by what was pushed while they ran', async () => {
    const [began, goes] = [deferred(), deferred()];
    world.startWorker(async () => {
      began.resolve();
      await goes.promise;
      return { status: 'Failed', body: { result: 'One failed.', ...quality(0, 1) }, details: {} };
    });
    const answer = world.validate(contract);
    await began.promise;
    const pushed = await push('dbt', Date.now() + 60_000, 0);
    expect(pushed).toMatchObject({ contractExecutionStatus: 'Success' });
    goes.resolve();
    expect(parsed(await answer)).toMatchObject({ qualityValidation: { passed: 1, failed: 1 } });
    const newest = JSON.parse(await world.contracts.results.latest(ADMIN, contract.id)) as object;
    expect(newest).toMatchObject({
      id: pushed.id,
      timestamp: pushed.timestamp,
      contractExecutionStatus: 'Failed',
      qualityValidation: { passed: 1, failed: 1, total: 2 },
    });
  });

  it('that are aborted say nothing of the contract', async () => {
    world.startWorker(() =>
      Promise.resolve({ status: 'Aborted', body: { result: 'It ended.' }, details: { details: { reason: 'x' } } }),
    );
    await push('dbt', Date.now() - 60_000, 1);
    expect(parsed(await world.validate(contract, { parts: 'details' }))).toMatchObject({
      contractExecutionStatus: 'Aborted',
      details: { reason: 'x' },
    });
    expect(await push('soda', Date.now() - 30_000, 0)).toMatchObject({ contractExecutionStatus: 'Failed' });
  });
});
