import type { ConnectionBox } from '@app/auth';
import { Failpoints } from '@app/common';
import type { Database } from '@app/database';
import type { DerivedEvidence } from '@app/quality';
import { LossOfLease, type Leases } from '@app/runs';
import { Logger } from '@nestjs/common';
import { UNSTORED_ACCESS } from '../../access/data-access';
import type { DataClaimRepository, LeasedDataRun } from './data-claim.repository';
import { DataExecutor } from './data-executor';
import { DataRunners } from './data-runners';
import type { DataRunContext } from './data-runner';
import type { SourceOpener } from './source-opener';

const away = () => Object.assign(new Error('terminating connection'), { code: '57P01' });

describe('a data run under way', () => {
  const run = {
    ...{ id: 'a', claim: 'b', kind: 'check', service: null, asset: null, request: {}, sealed: null },
    ...{ crashes: 0, failures: 0, attempts: 1 },
  } as unknown as LeasedDataRun;
  const box = {} as ConnectionBox;
  let leased: { handBack: jest.Mock; retryAfter: jest.Mock; fence: jest.Mock };
  let lost: AbortController;
  let work: (context: DataRunContext) => Promise<never>;
  let executor: DataExecutor;

  beforeEach(() => {
    Logger.overrideLogger(false);
    jest.useFakeTimers();
    lost = new AbortController();
    leased = { handBack: jest.fn(), retryAfter: jest.fn(), fence: jest.fn() };
    const runners = new DataRunners();
    runners.register({ kind: 'check', run: (context) => work(context) });
    executor = new DataExecutor(
      {} as Database,
      { leased } as unknown as DataClaimRepository,
      { lease: () => ({ lost: lost.signal, release: () => undefined }) } as unknown as Leases,
      runners,
      { accessOf: () => UNSTORED_ACCESS, contextOf: () => ({}) } as unknown as SourceOpener,
      {} as DerivedEvidence,
      new Failpoints(),
    );
  });
  afterEach(() => jest.useRealTimers());

  const execute = async (stopping = new AbortController().signal): Promise<void> => {
    const executed = executor.execute(run, box, stopping);
    await jest.advanceTimersByTimeAsync(20_000);
    await executed;
  };
  const untilStopped = ({ signal }: DataRunContext): Promise<never> =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));

  it.each<[LossOfLease['why'], number]>([
    ['lapsed', 2],
    ['taken', 0],
  ])('whose lease is lost, %s, is handed back by so many tries: %i', async (why, tries) => {
    work = untilStopped;
    leased.handBack.mockRejectedValueOnce(away()).mockResolvedValue(true);
    setTimeout(() => lost.abort(new LossOfLease(why)), 100);
    await execute();
    expect(leased.handBack).toHaveBeenCalledTimes(tries);
  });

  it('is tried again once the database answers, so that an outage is no crash', async () => {
    work = () => Promise.reject(away());
    leased.retryAfter.mockRejectedValueOnce(away()).mockResolvedValue(true);
    await execute();
    expect(leased.retryAfter.mock.calls).toEqual([
      [run, 1_000],
      [run, 1_000],
    ]);
  });

  it('is handed back at a stop', async () => {
    work = untilStopped;
    leased.handBack.mockResolvedValue(true);
    await execute(AbortSignal.abort());
    expect(leased.handBack).toHaveBeenCalledTimes(1);
  });
});
