import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataDirectory, processStartTime } from '@app/embedded';
import { StackError } from './stack-error';

/** A process that says it runs the stack on a data directory. */
interface LockMark {
  readonly pid: number;
  /** Distinguishes the process from a later one with the same pid. */
  readonly startTime: string;
  readonly baseUrl: string;
  /** False while it still looks whether there are others. */
  readonly held: boolean;
}

const MARK = /^stack\.(\d+)\.lock$/;

/** Two concurrent starters both back off for a random time; this often before they give up. */
const ATTEMPTS = 25;
const LONGEST_PAUSE_MS = 120;

/**
 * One stack per data directory. Each starter first writes its own lock file there and then looks for others: of two, at least
 * one sees the other, so there are never two holders. A lock file of a dead process is ignored, so a killed process leaves
 * no lock behind.
 */
export class DataLock {
  private constructor(
    private readonly dataDir: string,
    private readonly mark: LockMark,
  ) {}

  /** @throws {StackError} where another stack has it */
  static async acquire(dataDir: string, baseUrl: string): Promise<DataLock> {
    makeDataDirectory(dataDir);
    const mark = { pid: process.pid, startTime: processStartTime(process.pid) ?? '', baseUrl, held: false };
    const lock = new DataLock(dataDir, mark);
    for (let attempt = 1; ; attempt += 1) {
      writeMark(dataDir, mark);
      const other = liveMarks(dataDir).find(({ pid }) => pid !== process.pid);
      if (!other) break;
      lock.release();
      if (other.held || attempt === ATTEMPTS) throw inUse(dataDir, other);
      await delay(Math.random() * LONGEST_PAUSE_MS);
    }
    writeMark(dataDir, { ...mark, held: true });
    return lock;
  }

  release(): void {
    rmSync(markFile(this.dataDir, this.mark.pid), { force: true });
  }
}

/** The stack that runs, or starts, on the data directory, or null. */
export function findLockHolder(dataDir: string): LockMark | null {
  return liveMarks(dataDir).find(({ held }) => held) ?? null;
}

function inUse(dataDir: string, { baseUrl, pid }: LockMark): StackError {
  const where = `The stack already runs on ${dataDir}: ${baseUrl} (process ${pid}).`;
  return new StackError(`${where} Stop it first, or set another DATA_DIR and PORT.`);
}

const markFile = (dataDir: string, pid: number): string => join(dataDir, `stack.${pid}.lock`);

/** In one step, so that no process reads a partial file. The first file that is written: shows whether that is possible. */
function writeMark(dataDir: string, mark: LockMark): void {
  const file = markFile(dataDir, mark.pid);
  try {
    writeFileSync(`${file}.new`, JSON.stringify(mark), { mode: 0o644 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    const reason = (error as Error).message;
    throw new StackError(`Cannot write in DATA_DIR ${dataDir}: ${reason}. Set another, or start as its owner.`, error);
  }
}

function liveMarks(dataDir: string): LockMark[] {
  return namesIn(dataDir)
    .filter((name) => MARK.test(name))
    .map((name) => readMark(join(dataDir, name)))
    .filter((mark): mark is LockMark => mark !== null);
}

/** The lock file of a living process; that of a dead one is removed on the way. */
function readMark(file: string): LockMark | null {
  try {
    const mark = JSON.parse(readFileSync(file, 'utf8')) as LockMark;
    if (processStartTime(mark.pid) === mark.startTime) return mark;
    rmSync(file, { force: true });
  } catch (error) {
    // Gone since the listing, unreadable or, after a crash of the machine, empty: none of these is a living holder.
    if (error instanceof SyntaxError) rmSync(file, { force: true });
  }
  return null;
}

function namesIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir);
  } catch {
    return [];
  }
}
