import { randomUUID } from 'node:crypto';
import type { Actor } from '@app/common';
import type { ResultService } from '@app/results';
import type { EventFeed, StreamPart } from '@app/events';
import type { DoneDimension } from '../../../libs/validation/src/events/run-log';
import { actor, ADMIN, type TestContract } from '../runs/support/contract-world';
import { deferred, parsed, SUCCESS } from '../runs/support/run-world';
import { BatchWorld, collected, eventsOf } from './batch-world';

const SCHEMA: DoneDimension = { dimension: 'schema', passed: 1, failed: 0, total: 1 };
const SLA: DoneDimension = { dimension: 'sla', latencyMet: true };

describe('the events of a run', () => {
  let world: BatchWorld;
  let contract: TestContract;

  beforeEach(async () => {
    world = await BatchWorld.create();
    contract = await world.runs.contracts.contract();
  });
  afterEach(() => world.destroy());

  const as = (reader: Actor) => ({ reader: () => Promise.resolve(reader) });
  const never = new AbortController().signal;
  const follow = (resultId: string, after = 0, signal = never): Promise<EventFeed> =>
    world.runEvents.follow(contract.id, resultId, { ...as(ADMIN), after, signal });
  const queued = async () => {
    const { id, timestamp } = parsed(await world.runs.validate(contract, { waitMs: 0 }));
    return { id: id as string, timestamp: timestamp as number };
  };

  it('come as the run goes, and are the same when it has ended, from any of them on', async () => {
    const { id, timestamp } = await queued();
    const hold = deferred();
    const live = collected(await follow(id));
    const running = await follow(id);
    world.runs.startWorker(async (_node, _lane, report) => {
      report(SCHEMA);
      await hold.promise;
      report(SLA);
      return SUCCESS;
    });
    const seen: StreamPart[] = [];
    for await (const part of running.parts) {
      seen.push(part);
      // Told while the run goes on: it ends only now.
      if (eventsOf([part]).some(({ event, id }) => event === 'dimension' && id === 3)) hold.resolve();
    }
    const state = (status: string) => ({ status, resultId: id, timestamp });
    const expected = [
      { id: 1, event: 'state', data: state('Queued') },
      { id: 2, event: 'state', data: state('Running') },
      { id: 3, event: 'dimension', data: { resultId: id, ...SCHEMA } },
      { id: 4, event: 'dimension', data: { resultId: id, ...SLA } },
      { id: 5, event: 'state', data: state('Success') },
    ];
    expect(eventsOf(seen)).toEqual(expected);
    expect(eventsOf(await live)).toEqual(expected);
    expect(await collected(await follow(id))).toEqual(expected);
    expect(await collected(await follow(id, 3))).toEqual(expected.slice(3));
    expect(await follow(id, 5)).toMatchObject({ isOver: true });
  });

  it('tell of a run that was cancelled before it began', async () => {
    const { id } = await queued();
    const live = collected(await follow(id));
    await world.runs.service.cancel(ADMIN, contract.id, id);
    expect(eventsOf(await live)).toMatchObject([
      { data: { status: 'Queued' } },
      { id: 2, data: { status: 'Aborted' } },
    ]);
  });

  it('end when the reader goes, also one that reads nothing', async () => {
    const { id } = await queued();
    const gone = new AbortController();
    const reading = collected(await follow(id, 0, gone.signal));
    const lazy = await follow(id, 0, gone.signal);
    gone.abort();
    // What was on its way may still come; then the stream ends.
    expect(eventsOf(await reading).length).toBeLessThanOrEqual(1);
    expect(await collected(lazy)).toEqual([]);
  });

  it('end when the result is gone', async () => {
    const { id } = await queued();
    const live = collected(await follow(id));
    await world.runs.database.query(`delete from validation_run`);
    await world.runs.database.query(`delete from contract_result`);
    await world.runs.database.query(`select pg_notify('validation_run', $1)`, [
      JSON.stringify({ resultId: id, status: 'Aborted' }),
    ]);
    expect(eventsOf(await live).length).toBeLessThanOrEqual(1);
  });

  it('of a pushed result are the state that it came with', async () => {
    const results: ResultService = world.runs.contracts.results;
    const body = { timestamp: 1_700_000_000_000, contractExecutionStatus: 'Running' as const };
    const { id } = JSON.parse((await results.push(ADMIN, contract.id, body)).json) as { id: string };
    expect(await collected(await follow(id))).toEqual([
      { id: 1, event: 'state', data: { status: 'Running', resultId: id, timestamp: 1_700_000_000_000 } },
    ]);
  });

  it('are for those who may see the contract and its result', async () => {
    const { id } = await queued();
    const other = await world.runs.contracts.contract();
    const options = { ...as(ADMIN), after: 0, signal: never };
    await expect(world.runEvents.follow(other.id, id, options)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.runEvents.follow(contract.id, randomUUID(), options)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const nobody = { ...options, ...as(actor('nobody', { rules: [] })) };
    await expect(world.runEvents.follow(contract.id, id, nobody)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
