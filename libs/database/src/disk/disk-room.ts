import { Logger } from '@nestjs/common';
import { sqlState } from '../transaction';
import { DiskFullError, isDiskFull } from './disk-full';

/** From one probing write to the next, in ms. */
const PROBE_MS = 5_000;
/** No such table, or no right to it: such a probe can find out nothing, and writes find out by themselves. */
const NO_PROBE = /^42/;

/** Told when the disk has become full, and when there is room again. */
type RoomListener = (isFull: boolean) => void;

/**
 * Whether the disk of the database has room. A write that fails shows that it has none; from then on nobody tries but one probing
 * write every 5 s, until it succeeds: many that try would take what little room comes free, and make others wait for their failure.
 */
export class DiskRoom {
  private readonly log = new Logger('Database');
  private readonly listeners: RoomListener[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param probe writes something that needs new room */
  constructor(private readonly probe: () => Promise<void>) {}

  get isFull(): boolean {
    return this.timer !== undefined;
  }

  /** @throws {DiskFullError} while it is full */
  requireRoom(): void {
    if (this.isFull) throw new DiskFullError();
  }

  /** Looks at why a write failed. */
  note(error: unknown): void {
    if (this.isFull || this.isClosed || !isDiskFull(error)) return;
    this.log.error('the disk of the database is full: writes are refused until there is room again');
    this.probeLater();
    this.tell(true);
  }

  onChange(listener: RoomListener): void {
    this.listeners.push(listener);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private probeLater(): void {
    this.timer = setTimeout(() => void this.tryOnce(), PROBE_MS).unref();
  }

  private async tryOnce(): Promise<void> {
    const hasRoom = await this.probe().then(
      () => true,
      (error: unknown) => NO_PROBE.test(sqlState(error) ?? ''),
    );
    if (this.isClosed) return;
    if (!hasRoom) return this.probeLater();
    this.timer = undefined;
    this.log.log('the disk of the database has room again');
    this.tell(false);
  }

  private tell(isFull: boolean): void {
    for (const listener of this.listeners) listener(isFull);
  }
}
