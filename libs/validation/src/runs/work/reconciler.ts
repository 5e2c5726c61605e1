import { PeriodicTask } from '@app/common';
import { Database } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import { RunDispatcher, type WaitingRun } from '../run-dispatcher';
import { countRunEvent } from '../run-metrics';

/** Between two rounds, in ms. */
const ROUND_MS = 1_000;
/** Runs of each state that one round re-dispatches. */
const PAGE = 500;

interface ForgottenRun extends WaitingRun {
  readonly state: 'Queued' | 'Running';
  readonly attempt: number;
  readonly dispatches: number;
}

/**
 * Re-dispatches abandoned runs: queued ones whose job was lost, and running ones whose worker stopped renewing its
 * lease. The database is the source of truth; the queue may lose everything. Every worker runs one reconciler, and
 * they do not conflict.
 */
@Injectable()
export class Reconciler {
  readonly task = new PeriodicTask(() => this.dispatchForgotten(), {
    restMs: ROUND_MS,
    restFirst: true,
    log: new Logger(Reconciler.name),
    failing: 'forgotten runs wait',
    recovered: 'forgotten runs are looked for again',
  });

  constructor(
    private readonly database: Database,
    private readonly dispatcher: RunDispatcher,
  ) {}

  /** Runs one round; returns the number of dispatched runs. */
  async dispatchForgotten(): Promise<number> {
    const runs = await this.database.query<ForgottenRun>(TAKE_FORGOTTEN, [PAGE]);
    if (runs.length === 0) return 0;
    countRunEvent('rung', runs.length);
    await this.dispatcher.dispatchAll(runs.map((run) => ({ ...run, suffix: suffix(run) })));
    return runs.length;
  }
}

/**
 * The job of a queued run may still be waiting, and then a second one under its id is dropped. It may also be dead
 * and deduplicate every later one, so each fourth dispatch has an id of its own. The previous job of a running run is
 * certainly dead.
 */
function suffix({ state, attempt, dispatches }: ForgottenRun): string {
  if (state === 'Running') return `-lost-${attempt}-${dispatches}`;
  return dispatches % 4 === 0 ? `-rung-${dispatches}` : '';
}

const restAfter = (dispatches: string) => `least(20, 2 * (${dispatches})) * interval '1 s'`;

// Re-dispatched runs are deprioritised, with a delay that grows with the number of dispatches, so that runs that
// cannot progress do not hide others. The delay is at most 20 s: a long queue needs no re-dispatch, but a queue that
// lost its jobs must recover within a minute. A run whose lease has ended since its last dispatch does not wait: it may have no job.
const TAKE_FORGOTTEN = `
  with queued as (
    select result_id from validation_run r
     where state = 'Queued' and ring_at < clock_timestamp()
       and not exists (select 1 from validation_run o where o.contract = r.contract and o.state = 'Running')
     order by ring_at limit $1 for update skip locked),
  silent as (
    select result_id from validation_run
     where state = 'Running' and lease_until < clock_timestamp()
       and (ring_at < clock_timestamp() or ring_at - ${restAfter('rings')} < lease_until)
     order by ring_at limit $1 for update skip locked),
  forgotten as (select result_id from queued union all select result_id from silent)
  update validation_run r
     set rings = rings + 1, ring_at = clock_timestamp() + ${restAfter('rings + 1')}
    from forgotten where r.result_id = forgotten.result_id
  returning r.result_id::text as "resultId", r.contract::text, r.lane, r.state, r.attempt, r.rings as dispatches`;
