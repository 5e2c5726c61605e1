import { fstatSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines of one event-loop iteration are written together at its end, or once the buffer has this many characters. */
const MOST_CHARACTERS = 64 * 1024;
/**
 * Bytes that a pipe writes atomically, with several writers (PIPE_BUF of Linux). A socket, as Node and the journal of systemd have for
 * standard output, takes more, but not all that a busy iteration writes.
 */
const WHOLE_IN_A_PIPE = 4_096;
const NEW_LINE = 0x0a;
/** How often a full pipe is tried again before the lines are given up; each try takes 1 ms. */
const TRIES = 1_000;

/**
 * Writes lines to a file descriptor, those of one iteration of the event loop in one call: a line each costs a busy API a tenth of
 * its time. Nothing is buffered longer than the iteration, and the buffer is written when the process exits. Several processes may write to
 * one descriptor: their lines stay whole, in a pipe or socket by pieces of whole lines of up to 4 KiB. A longer line is torn only in a pipe
 * whose reader lags behind by its whole capacity (64 KiB).
 */
export class BatchedLogStream implements DestinationStream {
  private held = '';
  private readonly most: number;

  /** @param tries before lines are given up */
  constructor(
    private readonly descriptor: number,
    private readonly tries = TRIES,
  ) {
    this.most = isPipe(descriptor) ? WHOLE_IN_A_PIPE : Infinity;
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
    let { tries } = this;
    for (const piece of piecesOf(bytes, this.most)) tries = writeAll(this.descriptor, piece, tries);
  }
}

function isPipe(descriptor: number): boolean {
  try {
    const about = fstatSync(descriptor);
    return about.isFIFO() || about.isSocket();
  } catch {
    // It is closed, and nothing will be written.
    return false;
  }
}

/** Whole lines, as many as fit into `most` bytes, or one that is longer. */
function* piecesOf(lines: Buffer, most: number): Generator<Buffer> {
  for (let from = 0; from < lines.length;) {
    const fits = lines.length - from <= most ? lines.length : lines.lastIndexOf(NEW_LINE, from + most - 1) + 1;
    const to = fits > from ? fits : lines.indexOf(NEW_LINE, from) + 1 || lines.length;
    yield lines.subarray(from, to);
    from = to;
  }
}

/**
 * A pipe whose reader is slow takes part of it, or nothing for now (EAGAIN). A closed reader does not end the
 * process.
 *
 * @param tries that are left
 * @returns those that are left then; none where the lines are given up
 */
function writeAll(descriptor: number, bytes: Buffer, tries: number): number {
  let left = tries;
  for (let from = 0; from < bytes.length && left > 0; left--) {
    try {
      from += writeSync(descriptor, bytes, from);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return 0;
      Atomics.wait(PAUSE, 0, 0, 1);
    }
  }
  return left;
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));
