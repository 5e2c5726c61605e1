import { PeriodicTask, type BackgroundTask, type Fault } from '@app/common';
import { Database, type Subscription } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import { NameRepository } from '../naming/name.repository';
import { isStored, TableLookup } from '../naming/table-lookup';
import { RuleFollower } from './rule-follower';
import { NamePublisher } from '../publish/name-publisher';
import { keyBlocks } from './key-blocks';
import { KEEPER, ShownTables } from './shown-tables';

/** Channel on which the database notifies of a new asset that events have named before. */
const CHANNEL = 'openlineage_arrival';

/** Between two looks at the services whose data may be read, from which rules follow, in ms. */
const ROUND_MS = 30_000;
/**
 * Between two looks at all names without an asset, in ms, for what no notification reports: an asset and an event that names it, stored at the
 * same instant; what came while the connection was lost is looked for at once.
 */
const WHOLE_MS = 10 * 60_000;

/** Names of one look. */
const BLOCK = 500;

/**
 * Brings names of datasets and jobs together with their assets as these arrive, by whatever way. The database's trigger notices
 * an asset that was waited for; several processes may hear of it, what one has resolved another does not find.
 */
@Injectable()
export class ArrivalKeeper implements BackgroundTask {
  private readonly log = new Logger(ArrivalKeeper.name);
  private subscription: Subscription | undefined;
  private readonly waiting = new WaitingNames();
  private readonly task = new PeriodicTask((stopping) => this.look(stopping), {
    restMs: ROUND_MS,
    longestRetryMs: ROUND_MS,
    log: this.log,
    failing: 'names of lineage events wait',
    recovered: 'names of lineage events are resolved again',
  });

  constructor(
    private readonly database: Database,
    private readonly names: NameRepository,
    private readonly lookup: TableLookup,
    private readonly publisher: NamePublisher,
    private readonly rules: RuleFollower,
    private readonly tables: ShownTables,
  ) {}

  get faults(): readonly Fault[] {
    return this.task.faults;
  }

  async start(): Promise<void> {
    await this.listen();
    this.task.start();
  }

  async stop(): Promise<void> {
    const stopped = this.task.stop();
    this.subscription?.close();
    await stopped;
  }

  /** Resolves what has arrived, for at most that many ms; the rest is resolved in the background. */
  async resolve(patienceMs: number): Promise<void> {
    const deadline = Date.now() + patienceMs;
    await this.rules.follow(KEEPER);
    const isDone = await this.blocks(() => Date.now() > deadline);
    // The next round makes tables that a rule wants.
    this.waiting.add('');
    if (!isDone) this.task.wake();
  }

  private async look(stopping: AbortSignal): Promise<void> {
    if (!this.subscription) await this.listen();
    if (await this.rules.follow(KEEPER)) this.waiting.add('');
    const keys = this.waiting.take();
    try {
      if (keys !== 'all') return await this.resolveThese(keys, () => stopping.aborted);
      await this.blocks(() => stopping.aborted);
      await this.tables.makeAll(stopping);
    } catch (error) {
      this.waiting.add('');
      throw error;
    }
  }

  private hear(keys: string): void {
    this.waiting.add(keys);
    this.task.wake();
  }

  private async listen(): Promise<void> {
    try {
      // eslint-disable-next-line house/no-learned-ways -- of a background task, which no request passes
      this.subscription = await this.database.listen(
        CHANNEL,
        (keys) => this.hear(keys),
        () => this.hear(''),
      );
    } catch (error) {
      this.log.warn(`arriving assets are found every ${WHOLE_MS / 60_000} minutes only: ${(error as Error).message}`);
    }
  }

  /** Resolves all names without an asset. @returns whether nothing is left */
  private async blocks(enough: () => boolean): Promise<boolean> {
    for await (const open of keyBlocks((after, most) => this.names.open(after, most), BLOCK)) {
      if (enough()) return false;
      await this.resolveThese(
        open.map(({ key }) => key),
        enough,
      );
    }
    return !enough();
  }

  private async resolveThese(keys: readonly string[], enough: () => boolean): Promise<void> {
    if (keys.length === 0) return;
    for (const [key, meaning] of await this.lookup.meanings(keys)) {
      if (isStored(meaning)) continue;
      if (enough()) return;
      await this.database.transaction((tx) => this.publisher.arrive(tx, KEEPER, key));
    }
  }
}

/** Names without an asset that are to be looked up: those that were notified, and all of them from time to time. */
class WaitingNames {
  private keys = new Set<string>();
  private wholeAt = -Infinity;

  /** @param keys separated by commas; empty: all names, since what was notified did not fit, or was not heard */
  add(keys: string): void {
    if (keys === '') this.wholeAt = -Infinity;
    else for (const key of keys.split(',')) this.keys.add(key);
  }

  take(): 'all' | readonly string[] {
    const keys = [...this.keys];
    this.keys = new Set();
    const now = performance.now();
    if (now - this.wholeAt < WHOLE_MS) return keys;
    this.wholeAt = now;
    return 'all';
  }
}
