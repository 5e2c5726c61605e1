import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines of one event-loop turn are written together at its end, or once the buffer has this many characters. */
const MOST_CHARACTERS = 64 * 1024;
/** How often a full pipe is tried again before the lines are given up; each try takes 1 ms. */
const TRIES = 1_000;

/**
 * Writes lines to a file descriptor, those of one turn of the event loop in one call: a line each costs a busy API a tenth of
 * its time. Nothing is held longer than the turn, and what is held is written when the process exits.
 */
export class BatchedLogStream implements DestinationStream {
  private held = '';

  constructor(private readonly descriptor: number) {
    process.on('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.held === '') setImmediate(() => this.flushSync());
    this.held += line;
    if (this.held.length >= MOST_CHARACTERS) this.flushSync();
  }

  /** Asked for by pino too, after a fatal line. */
  flushSync(): void {
    if (this.held === '') return;
    const bytes = Buffer.from(this.held);
    this.held = '';
    writeAll(this.descriptor, bytes);
  }
}

/**
 * A pipe whose reader is slow takes part of it, or nothing for now (EAGAIN). A closed reader does not end the
 * process.
 */
function writeAll(descriptor: number, bytes: Buffer): void {
  let from = 0;
  for (let tries = 0; from < bytes.length && tries < TRIES; tries++) {
    try {
      from += writeSync(descriptor, bytes, from);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(PAUSE, 0, 0, 1);
    }
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));
