import type { ConnectionBox } from '@app/auth';
import { endsWithin, Failpoints, JoinedSignal } from '@app/common';
import { Database, isOutage } from '@app/database';
import { DerivedEvidence } from '@app/quality';
import {
  Leases,
  MOST_CRASHES,
  OUTAGE_RETRY_MS,
  retryOrGiveUp,
  Trials,
  whenAnswered,
  type LossOfLease,
} from '@app/runs';
import { isOutageOfSource, SourceError } from '@app/sources';
import { Injectable, Logger } from '@nestjs/common';
import type { DataRunKind } from '../data-run';
import { countDataChecks, countDataRun } from '../data-run-counts';
import { DataClaimRepository, type LeasedDataRun } from './data-claim.repository';
import { RunLost, type DataOutcome, type DataRunContext } from './data-runner';
import { DataRunners } from './data-runners';
import { RunReport } from './run-report';
import { RunSessions } from './run-sessions';
import { SourceOpener } from './source-opener';

/** How long the work of a run that was ended may take to notice that, in ms. */
const NOTICE_MS = 5_000;

/** Why the work on a run stops before its end: the loss of its lease, the limit of its time, the stop of the process. */
type Stop = LossOfLease['why'] | 'time' | 'stopping';

/** Executes one claimed data run. It may be claimed several times, and ends exactly once: by the fence of its row. */
@Injectable()
export class DataExecutor {
  private readonly log = new Logger(DataExecutor.name);
  private readonly trials: Trials;

  constructor(
    private readonly database: Database,
    private readonly claims: DataClaimRepository,
    private readonly leases: Leases,
    private readonly runners: DataRunners,
    private readonly opener: SourceOpener,
    private readonly evidence: DerivedEvidence,
    private readonly failpoints: Failpoints,
  ) {
    this.trials = new Trials(claims.leased);
  }

  /** Whether a run is tried alone: no other one is to be claimed then. */
  get isClosed(): boolean {
    return this.trials.isClosed;
  }

  /** @param stopping aborted when the process is stopping: the run is handed back */
  async execute(run: LeasedDataRun, box: ConnectionBox, stopping: AbortSignal): Promise<void> {
    await this.failpoints.pass('after-claim');
    // Its statements in the source must not go on beside those of another worker.
    const lease = this.leases.lease(this.claims.leased, run, { lapses: true });
    try {
      const attempt = () => this.attempt(run, box, [lease.lost, stopping]);
      await this.trials.of(run, attempt, () => this.finish(run, CRASHED));
    } finally {
      lease.release();
    }
  }

  private async attempt(
    run: LeasedDataRun,
    box: ConnectionBox,
    [lost, stopping]: [AbortSignal, AbortSignal],
  ): Promise<void> {
    const report = new RunReport(this.claims, run);
    const over = new AbortController();
    const stop = new JoinedSignal([lost, stopping, over.signal]);
    const why = (): Stop =>
      lost.aborted ? (lost.reason as LossOfLease).why : over.signal.aborted ? 'time' : 'stopping';
    let timer: NodeJS.Timeout | undefined;
    let sessions: RunSessions | undefined;
    try {
      if (stop.signal.aborted) throw new RunLost();
      const found = run.service === null ? undefined : await this.claims.source(run.service);
      const access = this.opener.accessOf(run, found);
      const seconds = access.limits.runSeconds;
      timer = setTimeout(() => over.abort(), seconds * 1_000);
      const readings = new RunSessions(this.opener.contextOf(run.id, access), stop.signal);
      sessions = readings;
      const context: DataRunContext = {
        ...{ run, access, signal: stop.signal, until: Date.now() + seconds * 1_000 },
        source: () => {
          const { engine, config } = this.opener.open(box, run, found);
          return {
            ...{ engine, config, open: (other = config) => readings.begin(engine, other) },
            known: (database, tables) => this.claims.known(run.serviceRef?.fullyQualifiedName, database, tables),
          };
        },
        progress: (progress) => report.progress(progress),
        warn: (warning) => report.warn(warning),
        fence: async (tx) => {
          if (stop.signal.aborted || !(await this.claims.leased.fence(tx, run))) throw new RunLost();
        },
      };
      try {
        const work = this.runners.of(run.kind).run(context);
        const isDone = await endsWithin(work, 2 ** 31 - 1, stop.signal);
        if (!isDone) {
          // The source is cancelled first: work that waits for it then ends by itself.
          await endsWithin(Promise.allSettled([work]), NOTICE_MS);
          throw new RunLost();
        }
        const outcome = await work;
        await report.settle();
        await this.failpoints.pass('after-compute-before-commit');
        await this.finish(run, outcome, sessions);
      } finally {
        await readings.close();
      }
    } catch (error) {
      await report.settle();
      if (stop.signal.aborted) await this.stopped(run, why(), stopping);
      else await this.failed(run, error, stopping, sessions);
    } finally {
      clearTimeout(timer);
      stop.release();
    }
  }

  private async stopped(run: LeasedDataRun, why: Stop, stopping: AbortSignal): Promise<void> {
    switch (why) {
      case 'taken':
        this.log.debug(`data run ${run.id} was ended from outside`);
        return;
      case 'time':
        await this.finish(run, {
          status: 'Aborted',
          reason: 'timedOut',
          message: 'The run took longer than the data access of the service allows (limits.runSeconds)',
        });
        return;
      case 'lapsed':
      case 'stopping':
        // As long as no other worker has it: neither an outage of the database nor a stop counts as a crash.
        if (await whenAnswered(() => this.claims.leased.handBack(run), stopping)) return;
        this.log.debug(`data run ${run.id} was not handed back: another worker has it, or it has ended`);
    }
  }

  /** Ends a run with the reason of the source; an unexpected error is written to the log alone. */
  private async failed(
    run: LeasedDataRun,
    error: unknown,
    stopping: AbortSignal,
    sessions: RunSessions | undefined,
  ): Promise<void> {
    if (error instanceof RunLost) return;
    if (error instanceof SourceError) return this.finish(run, abortedBy(error), sessions);
    const delays = isOutage(error) ? OUTAGE_RETRY_MS : [];
    const giveUp = () => this.finish(run, { status: 'Aborted', reason: 'internal', message: INTERNAL });
    await retryOrGiveUp(this.claims.leased, { run, what: 'data run', error, delays, giveUp, log: this.log }, stopping);
  }

  /** @param sessions that show whether the source was reachable */
  private async finish(
    run: LeasedDataRun,
    outcome: DataOutcome,
    sessions?: Pick<RunSessions, 'wasOpened'>,
  ): Promise<void> {
    const answered = sessions && answeredOf(run, outcome, sessions);
    const isEnded = await this.database.transaction(async (tx) => {
      if (!(await this.claims.leased.fence(tx, run))) return false;
      await outcome.store?.(tx);
      if (answered !== undefined && run.asset !== null)
        await this.evidence.observeAvailability(tx, run.asset, answered);
      return this.claims.finish(tx, run, outcome);
    });
    if (!isEnded) return;
    countDataRun(run.kind, outcome.status);
    countDataChecks(outcome.body?.checks ?? []);
    await this.failpoints.pass('after-commit-before-ack');
  }
}

/** Runs that read an asset. Crawls and tests of connections say nothing of one. */
const OF_AN_ASSET: ReadonlySet<DataRunKind> = new Set<DataRunKind>(['check', 'profile', 'reading']);

/** Undefined where neither was seen: what else goes wrong is ours. */
function answeredOf(
  { kind }: LeasedDataRun,
  { reason }: DataOutcome,
  { wasOpened }: Pick<RunSessions, 'wasOpened'>,
): boolean | undefined {
  if (!OF_AN_ASSET.has(kind)) return undefined;
  if (reason !== undefined && isOutageOfSource(reason)) return false;
  return wasOpened ? true : undefined;
}

const INTERNAL = 'The run ended by an internal error, which the log of the worker tells about';

export function abortedBy({ reason, message }: SourceError): DataOutcome {
  return { status: 'Aborted', reason, message };
}

const CRASHED: DataOutcome = {
  status: 'Aborted',
  reason: 'workerCrashed',
  message: `The worker that ran it ended unexpectedly, ${MOST_CRASHES} times`,
};
