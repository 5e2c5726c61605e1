import { isUuid, PeriodicTask, type BackgroundTask, type Fault, type Refusal } from '@app/common';
import { isOfAValue, type Database } from '@app/database';
import { Logger } from '@nestjs/common';

/** From one write to the next, in ms. */
const ROUND_MS = 1_000;
/** A principal's refusals of one operation for one reason make one record in that time, in ms. */
const WINDOW_MS = 60_000;
/** Windows that are open at once: beyond them the oldest one ends early. */
const MOST_WINDOWS = 10_000;
/** Records that wait for the database, and those of one statement. */
const MOST_WAITING = 10_000;
const MOST_WRITTEN = 1_000;
/** Characters of a key; a longer one, sent by a caller, is cut in the record. */
const MOST_KEY = 1_000;

/** A refusal, and how many others of its kind it stands for. */
interface CountedRefusal {
  readonly refusal: Refusal;
  /** Epoch ms. */
  readonly at: number;
  count: number;
}

/** The refusals behind a record: those of its kind that come before the time is over. */
interface Window {
  until: number;
  later?: CountedRefusal;
}

// The object is looked up under what it was asked for by; where there is none, the key itself is what was asked for.
const WRITE = {
  name: 'record-refusals',
  text: `
  insert into change_event_pending (event_type, entity_type, entity_id, fqn, at, actor, origin, refusal)
  select n.operation, n.resource, coalesce(i.id, f.id, n.id), coalesce(i.fqn, n.fqn), n.at, n.actor, n.origin, n.refusal
    from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::jsonb[], $8::jsonb[])
         with ordinality n (operation, resource, id, fqn, at, actor, origin, refusal, place)
    left join entity i on i.id = n.id
    left join entity f on f.type = n.resource and md5(f.fqn)::uuid = md5(n.fqn)::uuid and f.fqn = n.fqn
   order by n.place`,
};

/**
 * Records refusals of known principals, apart from the requests: the first of its kind within a second, those that follow within a
 * minute together at its end. Each process counts for itself.
 */
export class RefusalLog implements BackgroundTask {
  private readonly log = new Logger(RefusalLog.name);
  private readonly windows = new Map<string, Window>();
  private waiting: CountedRefusal[] = [];
  private readonly task: PeriodicTask;

  constructor(
    private readonly database: Pick<Database, 'execute'>,
    private readonly now: () => number = Date.now,
  ) {
    this.task = new PeriodicTask(() => this.write(), {
      restMs: ROUND_MS,
      longestRetryMs: 10_000,
      log: this.log,
      failing: 'refusals are not recorded in the audit',
      recovered: 'refusals are recorded again',
    });
  }

  get faults(): readonly Fault[] {
    return this.task.faults;
  }

  note(refusal: Refusal): void {
    const key = JSON.stringify([refusal.actor.name, refusal.operations, refusal.resource, refusal.reason]);
    const window = this.windows.get(key);
    const at = this.now();
    if (window && window.until > at) {
      window.later ??= { refusal, at, count: 0 };
      window.later.count++;
      return;
    }
    if (window) this.end(key, window);
    else if (this.windows.size >= MOST_WINDOWS) this.endOldest();
    this.windows.set(key, { until: at + WINDOW_MS });
    this.add({ refusal, at, count: 1 });
  }

  /** Writes what is due. @returns whether there is more */
  async write(): Promise<boolean> {
    const now = this.now();
    for (const [key, window] of this.windows) {
      if (window.until > now) continue;
      const { later } = window;
      if (!later) this.windows.delete(key);
      else {
        this.add(later);
        delete window.later;
        window.until = now + WINDOW_MS;
      }
    }
    const due = this.waiting.slice(0, MOST_WRITTEN);
    if (!due.length) return false;
    await this.database.execute([], WRITE, valuesOf(due)).catch((error: unknown) => {
      if (!isOfAValue(error)) throw error;
      // None of the others may wait for one that cannot be written.
      this.log.error(`${due.length} refusals were not recorded: ${String(error)}`);
    });
    this.waiting = this.waiting.slice(due.length);
    return this.waiting.length > 0;
  }

  start(): void {
    this.task.start();
  }

  /** Writes what was counted, if the database can be reached. */
  async stop(): Promise<void> {
    await this.task.stop();
    for (const [key, window] of this.windows) this.end(key, window);
    await this.writeAll().catch((error: Error) => this.log.warn(`refusals were not recorded: ${error.message}`));
  }

  private async writeAll(): Promise<void> {
    while (await this.write());
  }

  private end(key: string, { later }: Window): void {
    this.windows.delete(key);
    if (later) this.add(later);
  }

  private endOldest(): void {
    const [oldest] = this.windows;
    if (oldest) this.end(...oldest);
  }

  /** Where the database has been away for long, the newest ones are lost. */
  private add(counted: CountedRefusal): void {
    if (this.waiting.length < MOST_WAITING) this.waiting.push(counted);
  }
}

function valuesOf(due: readonly CountedRefusal[]): unknown[] {
  const keys = due.map(({ refusal }) => refusal.key?.slice(0, MOST_KEY).replaceAll('\0', ''));
  return [
    due.map(({ refusal }) => refusal.operations.join(', ')),
    due.map(({ refusal }) => refusal.resource),
    keys.map((key) => (key !== undefined && isUuid(key) ? key : null)),
    keys.map((key) => (key === undefined || isUuid(key) ? null : key)),
    due.map(({ at }) => at),
    due.map(({ refusal }) => refusal.actor.name),
    due.map(({ refusal: { actor } }) => JSON.stringify(actor.origin ?? { userId: actor.id })),
    due.map(({ refusal: { reason }, count }) => JSON.stringify({ reason, count })),
  ];
}
