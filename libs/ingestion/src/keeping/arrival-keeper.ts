import { PeriodicTask, type BackgroundTask, type Fault } from '@app/common';
import { Database, type Subscription } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import { NameRepository } from '../naming/name.repository';
import { RuleFollower } from '../naming/rule-follower';
import { NamePublisher } from '../publish/name-publisher';
import { KEEPER, ShownTables } from './shown-tables';

/** Channel on which the database tells that an asset was made which events have named before. */
const CHANNEL = 'openlineage_arrival';

/**
 * Interval, in ms, of the look for what no notification reports: an asset and an event that names it, stored at the same instant; a rename;
 * a lost connection.
 */
const ROUND_MS = 30_000;

/** Names of one look. */
const BLOCK = 100;

/**
 * Brings names of datasets and jobs together with their assets as these arrive, by whatever way. The database's trigger notices
 * an asset that was waited for; several processes may hear of it, what one has settled another does not find.
 */
@Injectable()
export class ArrivalKeeper implements BackgroundTask {
  private readonly log = new Logger(ArrivalKeeper.name);
  private subscription: Subscription | undefined;
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

  /** Settles what has arrived, for at most that many ms; the rest is settled behind. */
  async settle(patienceMs: number): Promise<void> {
    const deadline = Date.now() + patienceMs;
    await this.rules.follow(KEEPER);
    if (!(await this.blocks(() => Date.now() > deadline))) this.task.wake();
  }

  private async look(stopping: AbortSignal): Promise<void> {
    if (!this.subscription) await this.listen();
    await this.rules.follow(KEEPER);
    await this.blocks(() => stopping.aborted);
    await this.tables.makeAll(stopping);
  }

  private async listen(): Promise<void> {
    try {
      const look = (): void => this.task.wake();
      // eslint-disable-next-line house/no-learned-ways -- of a background task, which no request passes
      this.subscription = await this.database.listen(CHANNEL, look, look);
    } catch (error) {
      this.log.warn(`arriving assets are found every ${ROUND_MS / 1_000} s only: ${(error as Error).message}`);
    }
  }

  /** @returns whether nothing is left */
  private async blocks(enough: () => boolean): Promise<boolean> {
    for (let after = FIRST_KEY; ;) {
      const keys = await this.names.arrived(after, BLOCK);
      for (const key of keys) {
        if (enough()) return false;
        await this.database.transaction((tx) => this.publisher.arrive(tx, KEEPER, key));
      }
      if (keys.length < BLOCK) return true;
      after = keys.at(-1) as string;
    }
  }
}

/** Sorts before every other. */
const FIRST_KEY = '00000000-0000-0000-0000-000000000000';
