import { Database } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import { RunDoorbell } from '../run-doorbell';
import type { WaitingRun } from '../run-doorbell';
import { countRunEvent } from '../run-metrics';

/** Between two rounds, in ms. */
const ROUND_MS = 1_000;
/** Runs that one round rings for, of each state. */
const PAGE = 500;

interface RungRun extends WaitingRun {
  readonly state: 'Queued' | 'Running';
  readonly attempt: number;
  readonly rings: number;
}

/**
 * Rings again for runs that nobody came for: queued ones whose job was lost, running ones whose worker fell silent. The
 * database knows which; the queue may forget everything. Each worker has one, and they do not get into each other's way.
 */
@Injectable()
export class Reconciler {
  private readonly log = new Logger(Reconciler.name);
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<unknown> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly doorbell: RunDoorbell,
  ) {}

  start(): void {
    if (!this.isStopped) this.timer = setTimeout(() => void (this.round = this.tick()), ROUND_MS);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  /** One round; returns for how many it rang. */
  async ringForForgotten(): Promise<number> {
    const runs = await this.database.query<RungRun>(TAKE_FORGOTTEN, [PAGE]);
    if (runs.length === 0) return 0;
    countRunEvent('rung', runs.length);
    await this.doorbell.ringAll(runs.map((run) => ({ ...run, suffix: suffix(run) })));
    return runs.length;
  }

  private async tick(): Promise<void> {
    try {
      await this.ringForForgotten();
    } catch (error) {
      this.log.warn(`no round: ${(error as Error).message}`);
    }
    this.start();
  }
}

/**
 * A job of a queued run may just wait its turn, and a second one under its id is dropped; but it may also be dead and
 * swallow every other, so each fourth ring has an id of its own. A running one's old job is dead for sure.
 */
function suffix({ state, attempt, rings }: RungRun): string {
  if (state === 'Running') return `-lost-${attempt}-${rings}`;
  return rings % 4 === 0 ? `-rung-${rings}` : '';
}

// Whoever was rung for goes to the back, the farther the more often it was: rows that nothing helps do not hide others. Up
// to 20 s, since a long queue is no reason to ring, but one that lost its jobs must be whole again within a minute.
const TAKE_FORGOTTEN = `
  with queued as (
    select result_id from validation_run r
     where state = 'Queued' and ring_at < clock_timestamp()
       and not exists (select 1 from validation_run o where o.contract = r.contract and o.state = 'Running')
     order by ring_at limit $1 for update skip locked),
  silent as (
    select result_id from validation_run
     where state = 'Running' and lease_until < clock_timestamp() and ring_at < clock_timestamp()
     order by ring_at limit $1 for update skip locked),
  forgotten as (select result_id from queued union all select result_id from silent)
  update validation_run r
     set rings = rings + 1, ring_at = clock_timestamp() + least(20, 2 * (rings + 1)) * interval '1 s'
    from forgotten where r.result_id = forgotten.result_id
  returning r.result_id::text as "resultId", r.contract::text, r.lane, r.state, r.attempt, r.rings`;
