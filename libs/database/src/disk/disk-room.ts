import { PeriodicTask } from '@app/common';
import { Logger } from '@nestjs/common';
import { sqlState } from '../transaction';
import { DiskFullError, isDiskFull } from './disk-full';

/** From one probing write to the next, in ms. */
const PROBE_MS = 5_000;
/** How often a process looks that may have had nothing to write, in ms. */
const GLANCE_MS = 30_000;
/** No such table, or no right to it: such a probe learns nothing, and real writes detect a full disk themselves. */
const NO_PROBE = /^42/;

/** Called when the disk has become full, and when there is room again. */
type RoomListener = (isFull: boolean) => void;

/**
 * Whether the disk of the database has room. A write that fails shows that it has none; from then on writes are
 * refused, except for one probing write every 5 s, until it succeeds: many attempts would use up the little room that
 * comes free and delay other work until they fail.
 */
export class DiskRoom {
  private readonly log = new Logger('Database');
  private readonly listeners: RoomListener[] = [];
  private readonly probing = new PeriodicTask(() => this.tryOnce(), {
    restMs: PROBE_MS,
    restFirst: true,
    longestRetryMs: PROBE_MS,
    log: this.log,
    failing: 'the disk of the database is not probed',
  });
  private readonly glancing = new PeriodicTask(() => this.glanceOnce(), {
    restMs: GLANCE_MS,
    longestRetryMs: GLANCE_MS,
    log: this.log,
    failing: 'the disk of the database is not looked at',
  });
  private isRoomless = false;
  private isClosed = false;

  /**
   * @param probe writes something that needs new room
   * @param glance as `probe`, of less cost
   */
  constructor(
    private readonly probe: () => Promise<void>,
    private readonly glance: () => Promise<void>,
  ) {}

  /** From now on a full disk is noticed without a write of the process, too: at once, then within half a minute. */
  watch(): void {
    if (!this.isClosed) this.glancing.start();
  }

  get isFull(): boolean {
    return this.isRoomless;
  }

  /** @throws {DiskFullError} while it is full */
  requireRoom(): void {
    if (this.isFull) throw new DiskFullError();
  }

  /** Looks at why a write failed. */
  note(error: unknown): void {
    if (this.isFull || this.isClosed || !isDiskFull(error)) return;
    this.log.error('the disk of the database is full: writes are refused until there is room again');
    this.isRoomless = true;
    this.probing.start();
    this.tell(true);
  }

  onChange(listener: RoomListener): void {
    this.listeners.push(listener);
  }

  close(): void {
    this.isClosed = true;
    this.isRoomless = false;
    void this.probing.stop();
    void this.glancing.stop();
  }

  /** Other reasons for a failed light probe, such as a lock or a lost connection, are ignored. */
  private async glanceOnce(): Promise<void> {
    if (!this.isFull) await this.glance().catch((error: unknown) => this.note(error));
  }

  private async tryOnce(): Promise<void> {
    const hasRoom = await this.probe().then(
      () => true,
      (error: unknown) => NO_PROBE.test(sqlState(error) ?? ''),
    );
    if (this.isClosed || !hasRoom) return;
    this.isRoomless = false;
    void this.probing.stop();
    this.log.log('the disk of the database has room again');
    this.tell(false);
  }

  private tell(isFull: boolean): void {
    for (const listener of this.listeners) listener(isFull);
  }
}
