import { PeriodicTask } from '@app/common';
import { Logger } from '@nestjs/common';
import { sqlState } from '../transaction';
import { DiskFullError, isDiskFull } from './disk-full';
import type { DiskSign } from './disk-sign';

/** From one probing write to the next, in ms. */
const PROBE_MS = 5_000;
/** How often a process looks whether another one says that the disk is full, in ms. */
const LOOK_MS = 2_000;
/** How often a process looks that may have had nothing to write, in ms. */
const GLANCE_MS = 30_000;
/** No such table, or no right to it: such a probe learns nothing, and real writes detect a full disk themselves. */
const NO_PROBE = /^42/;

/** Called when the disk has become full, and when there is room again. */
type RoomListener = (isFull: boolean) => void;

interface DiskAccess {
  /** Writes something that needs new room. */
  readonly probe: () => Promise<void>;
  /** `probe` at less cost. */
  readonly glance: () => Promise<void>;
  readonly sign: Pick<DiskSign, 'isRaised' | 'raise' | 'lower' | 'close'>;
}

/** Whether the process has learnt it from its own writes, and may probe for all, or goes by another process. */
type Full = 'learnt' | 'told';

/**
 * Whether the disk of the database has room. A write that fails shows that it has none; from then on writes are
 * refused, except for one probing write every 5 s, until it succeeds: many attempts would use up the little room that
 * comes free and delay other work until they fail. The process whose write failed first says so to the others, which refuse
 * writes for as long as it does, and probes for all of them.
 */
export class DiskRoom {
  private readonly log = new Logger('Database');
  private readonly listeners: RoomListener[] = [];
  private readonly probing = this.every(PROBE_MS, () => this.tryOnce(), 'the disk of the database is not probed');
  private readonly looking = this.every(LOOK_MS, () => this.lookOnce(), 'others are not asked for the disk');
  private readonly glancing = this.every(GLANCE_MS, () => this.glanceOnce(), 'the disk is not looked at');
  private full: Full | undefined;
  /** The first round only signals the others. */
  private isProbeDue = false;
  private isClosed = false;

  constructor(private readonly access: DiskAccess) {}

  /**
   * From now on a full disk is noticed without a write of the process, too: within 2 s where another process knows of it, else
   * at once and then within half a minute.
   */
  watch(): void {
    if (this.isClosed) return;
    this.looking.start();
    this.glancing.start();
  }

  get isFull(): boolean {
    return this.full !== undefined;
  }

  /** @throws {DiskFullError} while it is full */
  requireRoom(): void {
    if (this.isFull) throw new DiskFullError();
  }

  /** Looks at why a write failed. */
  note(error: unknown): void {
    if (this.isFull || this.isClosed || !isDiskFull(error)) return;
    this.enter('learnt');
    this.isProbeDue = false;
    this.probing.start();
  }

  onChange(listener: RoomListener): void {
    this.listeners.push(listener);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.full = undefined;
    for (const task of [this.probing, this.looking, this.glancing]) void task.stop();
    await this.access.sign.close();
  }

  /** Other reasons for a failed light probe, such as a lock or a lost connection, are ignored. */
  private async glanceOnce(): Promise<void> {
    if (!this.isFull) await this.access.glance().catch((error: unknown) => this.note(error));
  }

  /** Where the database does not answer, nothing is learnt. */
  private async lookOnce(): Promise<void> {
    if (this.full === 'learnt') return;
    const isRaised = await this.access.sign.isRaised().catch(() => undefined);
    if (this.isClosed || isRaised === undefined) return;
    if (isRaised && !this.isFull) this.enter('told');
    else if (!isRaised && this.full === 'told') this.leave();
  }

  private async tryOnce(): Promise<void> {
    if (!(await this.isProber())) return;
    if (!this.isProbeDue) return void (this.isProbeDue = true);
    const hasRoom = await this.access.probe().then(
      () => true,
      (error: unknown) => NO_PROBE.test(sqlState(error) ?? ''),
    );
    if (this.isClosed || !hasRoom) return;
    void this.probing.stop();
    await this.access.sign.lower();
    this.leave();
  }

  /** Signals the others, unless one of them does so: then it probes for this process, too. */
  private async isProber(): Promise<boolean> {
    const isFirst = await this.access.sign.raise().catch(() => true);
    if (isFirst || this.isClosed) return isFirst;
    this.full = 'told';
    void this.probing.stop();
    this.looking.start();
    return false;
  }

  private enter(full: Full): void {
    this.full = full;
    const source = full === 'told' ? ', as another process has found' : '';
    this.log.error(`the disk of the database is full${source}: writes are refused until there is room again`);
    this.tell(true);
  }

  private leave(): void {
    this.full = undefined;
    this.log.log('the disk of the database has room again');
    this.tell(false);
  }

  private tell(isFull: boolean): void {
    for (const listener of this.listeners) listener(isFull);
  }

  private every(ms: number, work: () => Promise<void>, failing: string): PeriodicTask {
    return new PeriodicTask(work, { restMs: ms, longestRetryMs: ms, log: this.log, failing });
  }
}
