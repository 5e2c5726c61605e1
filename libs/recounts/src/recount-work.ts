import {
  checkBlocks,
  NOTHING_CHECKED,
  withBlock,
  type CheckPosition,
  type CheckFindings,
  type CheckStep,
} from '@app/catalog';
import type { Settings } from '@app/config';
import { NOW_MS, type Database } from '@app/database';
import {
  Claims,
  isAway,
  LEASE,
  MOST_CRASHES,
  OUTAGE_RETRY_MS,
  retryOrGiveUp,
  RETRY_MS,
  Trials,
  whenAnswered,
  type ClaimedRuns,
  type ClaimedWork,
  type Fence,
  type Leases,
  type RunContext,
  type Work,
} from '@app/runs';
import { Logger } from '@nestjs/common';
import { RECOUNT_COLUMNS, RECOUNT_QUEUE, reportText, type RecountRow, type RecountStatus } from './recount-run';

const LANE = 'recount';
/** The lane whose workers carry out recounts. */
const SERVED_BY = 'batch';
/** Faults that could not be mended and are stored with a recount; mending them makes room for others. */
const MOST_LEFT = 200;

/** A recount `r` waits for a worker; of those that are open, which an index has. */
const WAITS = `r.status in ('Queued', 'Running') and (r.status = 'Queued' or r.lease_until < statement_timestamp())`;

type ClaimedRecount = RecountRow & ClaimedWork;

/** Results of a recount so far. */
type Found = { readonly [Member in 'progress' | 'report']: NonNullable<RecountRow[Member]> };

interface End {
  readonly status: Exclude<RecountStatus, 'Queued' | 'Running'>;
  readonly reason?: string;
  readonly message: string;
}

/**
 * Recounts: the check of the whole catalog as a run, one at a time. Each block is mended by itself, while others write, and its result is stored
 * with the position behind it: after a crash, an outage or a stop the run goes on there. A block that is repeated finds what is left of it.
 */
export class RecountWork implements Work<ClaimedRecount> {
  readonly name = 'recounts';
  readonly kinds = [LANE];
  readonly waiting = `select '${LANE}', to_timestamp(r.timestamp / 1000.0) from recount_run r where ${WAITS}`;
  readonly lanes: ReadonlyMap<string, number>;
  readonly channel = RECOUNT_QUEUE;
  readonly readWakeUp = () => ({ lane: LANE });
  readonly claimable = `l.lane = '${LANE}' and exists (select from recount_run r where ${WAITS})`;
  /** The block that is under way ends by itself; no other one is begun. */
  readonly graceMs = 0;
  readonly failing = 'recounts wait, since none could be claimed';
  readonly recovered = 'recounts are claimed again';
  private readonly log = new Logger(RecountWork.name);
  private readonly claims: Claims;
  private readonly trials: Trials;

  constructor(
    private readonly database: Database,
    private readonly leases: Pick<Leases, 'lease' | 'worker'>,
    private readonly steps: readonly CheckStep[],
    { workerQueues }: Pick<Settings, 'workerQueues'>,
  ) {
    this.lanes = new Map(workerQueues.includes(SERVED_BY) ? [[LANE, 1]] : []);
    this.claims = new Claims(database, { name: 'recount_run', id: 'id', state: 'status' });
    this.trials = new Trials(this.claims);
  }

  async claim(): Promise<ClaimedRuns<ClaimedRecount>> {
    const runs = await this.database.executeAside<ClaimedRecount & object>(CLAIM, [this.leases.worker]);
    return { runs, hasSkipped: false };
  }

  kindOf(): string {
    return LANE;
  }

  about({ attempts, position }: ClaimedRecount): object {
    return { attempt: attempts, ...position };
  }

  async execute(run: ClaimedRecount, { signal }: RunContext): Promise<void> {
    const lease = this.leases.lease(this.claims, run);
    try {
      const attempt = () => this.attempt(run, lease.lost, signal);
      await this.trials.of(run, attempt, () => this.finish(run, CRASHED));
    } finally {
      lease.release();
    }
  }

  private async attempt(run: ClaimedRecount, lost: AbortSignal, stopping: AbortSignal): Promise<void> {
    let { failures } = run;
    const isStopped = (): boolean => lost.aborted || stopping.aborted;
    try {
      const found = await this.check(run, isStopped, () => (failures = 0));
      if (found) await this.finish(run, endOf(found.report), found);
      else if (!lost.aborted) await whenAnswered(() => this.claims.handBack(run), lost);
    } catch (error) {
      await this.failed({ ...run, failures }, error, lost);
    }
  }

  /** @returns undefined where it has stopped before the end, or the run is of another claim or has ended */
  private async check(run: ClaimedRecount, isStopped: () => boolean, goesOn: () => void): Promise<Found | undefined> {
    const sizes = await Promise.all(this.steps.map((step) => step.size()));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    let report = run.report ?? NOTHING_CHECKED;
    if (isStopped()) return undefined;
    for await (const block of checkBlocks(this.steps, run.position ?? undefined)) {
      const { left, ...found } = withBlock(report, block);
      report = { ...found, left: left.slice(0, MOST_LEFT) };
      const done = Object.values(report.compared).reduce((sum, n) => sum + n, 0);
      const progress = { done, total: block.position ? Math.max(total, done) : done, current: block.step };
      if (!block.position) return { progress, report };
      if (!(await this.store(run, block.position, { progress, report })) || isStopped()) return undefined;
      goesOn();
    }
    return undefined;
  }

  /** Stores what is done so far. @returns whether the run is still of this claim */
  private async store({ id, claim }: Fence, position: CheckPosition, found: Found): Promise<boolean> {
    const state = [position, found.progress, found.report].map((one) => JSON.stringify(one));
    return (await this.database.query(STORE, [id, claim, ...state])).length > 0;
  }

  private failed(run: ClaimedRecount, error: unknown, lost: AbortSignal): Promise<void> {
    const delays = isAway(error) ? OUTAGE_RETRY_MS : RETRY_MS;
    const giveUp = () => this.finish(run, INTERNAL);
    return retryOrGiveUp(this.claims, { run, what: 'recount', error, delays, giveUp, log: this.log }, lost);
  }

  private async finish({ id, claim }: Fence, { status, reason, message }: End, found?: Found): Promise<void> {
    const state = [found?.progress, found?.report].map((one) => one && JSON.stringify(one));
    await this.database.query(FINISH, [id, claim, status, reason ?? null, message, ...state]);
  }
}

const endOf = (report: CheckFindings): End => ({
  status: report.left.length > 0 ? 'PartialSuccess' : 'Success',
  message: reportText(report),
});

const CRASHED: End = {
  status: 'Aborted',
  reason: 'workerCrashed',
  message: `The worker that carried it out ended unexpectedly, ${MOST_CRASHES} times`,
};
const INTERNAL: End = {
  status: 'Aborted',
  reason: 'internal',
  message: 'The recount ended by an internal error, which stands in the log of the worker',
};

const OURS = `id = $1 and claim = $2 and status = 'Running'`;

/** Crashes are counted as `claim_runs.sql` does. */
const CLAIM = {
  name: 'recount-claim',
  text: `
  update recount_run r
     set status = 'Running', attempts = r.attempts + 1, claim = gen_random_uuid(), worker = $1, alone = false,
         crashes = r.crashes + case
           when r.status = 'Running' and r.worker is not null and (r.crashes < 2 or r.alone) then 1 else 0 end,
         started_at = coalesce(r.started_at, ${NOW_MS}), lease_until = clock_timestamp() + ${LEASE}
   where r.id in (select r.id from recount_run r where ${WAITS} for update skip locked)
  returning ${RECOUNT_COLUMNS}, r.claim::text, r.crashes, r.failures`,
};

// Failures count in a row: a run of hours may meet several outages.
const STORE = `update recount_run set position = $3, progress = $4, report = $5, failures = 0 where ${OURS} returning true`;

const FINISH = `
  update recount_run
     set status = $3, reason = $4, message = $5, progress = coalesce($6, progress), report = coalesce($7, report), lease_until = null,
         ended_at = ${NOW_MS}
   where ${OURS}`;
