import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { ConnectionBox } from '@app/auth';
import { endsWithin, Failpoints, JoinedSignal } from '@app/common';
import { Database, isOutage } from '@app/database';
import { DerivedEvidence } from '@app/quality';
import { isOutageOfSource, SourceError } from '@app/sources';
import { Injectable, Logger } from '@nestjs/common';
import type { DataRunKind } from '../data-run';
import { countDataChecks, countDataRun } from '../data-run-counts';
import { DataClaimRepository, type HeldDataRun } from './data-claim.repository';
import { DataLeases } from './data-leases';
import { dataRunSeconds } from './data-run-metrics';
import { RunLost, type DataOutcome, type DataRunContext } from './data-runner';
import { DataRunners } from './data-runners';
import { RunReport } from './run-report';
import { RunSessions } from './run-sessions';
import { SourceOpener } from './source-opener';

/** Crashes of workers with the run in their hands after which it is given up. */
export const MOST_CRASHES = 2;
/** Rests before a run is tried again because our own database was away, in ms; after the last one it is given up. */
const OUTAGE_REST_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];
/** How long the work of a run that was ended may take to notice that, in ms. */
const NOTICE_MS = 5_000;

/** Why the work on a run stops before its end: `ended`: it is no longer this worker's. */
type Stop = 'ended' | 'time' | 'stopping';

/** Executes one claimed data run. It may be claimed several times, and ends exactly once: by the fence of its row. */
@Injectable()
export class DataExecutor {
  private readonly log = new Logger(DataExecutor.name);
  /** The name of this process in the runs that it holds. */
  readonly worker = `${hostname()}-${process.pid}-${randomUUID()}`;

  constructor(
    private readonly database: Database,
    private readonly claims: DataClaimRepository,
    private readonly leases: DataLeases,
    private readonly runners: DataRunners,
    private readonly opener: SourceOpener,
    private readonly evidence: DerivedEvidence,
    private readonly failpoints: Failpoints,
  ) {}

  /** @param stopping aborted when the process is stopping: the run is handed back */
  async execute(run: HeldDataRun, box: ConnectionBox, stopping: AbortSignal): Promise<void> {
    await this.failpoints.pass('after-claim');
    const lease = this.leases.hold(run);
    const stopTimer = dataRunSeconds.startTimer({ kind: run.kind });
    try {
      if (run.crashes >= MOST_CRASHES) await this.finish(run, crashed(run.crashes));
      else await this.attempt(run, box, [lease.lost, stopping]);
    } finally {
      stopTimer();
      lease.release();
    }
  }

  private async attempt(
    run: HeldDataRun,
    box: ConnectionBox,
    [lost, stopping]: [AbortSignal, AbortSignal],
  ): Promise<void> {
    const report = new RunReport(this.claims, run);
    const over = new AbortController();
    const stop = new JoinedSignal([lost, stopping, over.signal]);
    const why = (): Stop => (lost.aborted ? 'ended' : over.signal.aborted ? 'time' : 'stopping');
    let timer: NodeJS.Timeout | undefined;
    let sessions: RunSessions | undefined;
    try {
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
          return { engine, config, open: (other = config) => readings.begin(engine, other) };
        },
        progress: (progress) => report.progress(progress),
        warn: (warning) => report.warn(warning),
        fence: async (tx) => {
          if (stop.signal.aborted || !(await this.claims.isHeld(tx, run))) throw new RunLost();
        },
      };
      try {
        const work = this.runners.of(run.kind).run(context);
        const isDone = await endsWithin(work, 2 ** 31 - 1, stop.signal);
        if (!isDone) {
          // The source is told first: what waits for it then ends by itself.
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
      if (stop.signal.aborted) await this.stopped(run, why(), error);
      else await this.failed(run, error, sessions);
    } finally {
      clearTimeout(timer);
      stop.release();
    }
  }

  private async stopped(run: HeldDataRun, why: Stop, error: unknown): Promise<void> {
    switch (why) {
      case 'ended':
        this.log.debug(`data run ${run.id} was ended from outside`);
        return;
      case 'time':
        await this.finish(run, {
          status: 'Aborted',
          reason: 'timedOut',
          message: 'The run took longer than the data access of the service allows (limits.runSeconds)',
        });
        return;
      case 'stopping':
        if (await this.claims.retryAfter(run, 0, false)) return;
        this.log.debug(
          `data run ${run.id} was not handed back: ${error instanceof Error ? error.message : 'it is gone'}`,
        );
    }
  }

  /** Ends a run with the reason of the source; an unexpected error is written to the log alone. */
  private async failed(run: HeldDataRun, error: unknown, sessions: RunSessions | undefined): Promise<void> {
    if (error instanceof RunLost) return;
    if (error instanceof SourceError) return this.finish(run, abortedBy(error), sessions);
    const rest = isOutage(error) ? OUTAGE_REST_MS[run.failures] : undefined;
    const text = error instanceof Error ? error.message : String(error);
    this.log.warn(
      `data run ${run.id}, attempt ${run.attempts}: ${rest === undefined ? 'given up' : 'tried again'}: ${text}`,
    );
    if (rest !== undefined) await this.claims.retryAfter(run, rest, true);
    else await this.finish(run, { status: 'Aborted', reason: 'internal', message: INTERNAL });
  }

  /** @param sessions by which it is told whether the source was there */
  private async finish(
    run: HeldDataRun,
    outcome: DataOutcome,
    sessions?: Pick<RunSessions, 'wasOpened'>,
  ): Promise<void> {
    const answered = sessions && answeredOf(run, outcome, sessions);
    const isEnded = await this.database.transaction(async (tx) => {
      if (!(await this.claims.isHeld(tx, run))) return false;
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
  { kind }: HeldDataRun,
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

function crashed(crashes: number): DataOutcome {
  const message = `The worker that ran it ended unexpectedly, ${crashes} times`;
  return { status: 'Aborted', reason: 'workerCrashed', message };
}
