import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { endsWithin, startProcess } from '@app/common';
import type { ResultBounds, Row, Rows, SessionContext } from '../../engine';
import { SourceError } from '../../reason';
import type { EngineAnswer, EngineFault, EngineRequest, EngineTask, Encoding, FileHead } from './engine-message';
import { makeTempFolder, removeTempFolder } from './temp-folders';

const MS = 1_000;
/** A process that waits for a file system which does not answer ends later. */
const EXIT_MS = 2_000;

interface Pending {
  readonly rows: Row[];
  resolve(rows: Rows): void;
  reject(error: Error): void;
}

/**
 * The engine of files, DuckDB, in a process of its own: it does not heed an interrupt in the middle of one long function or of finding out
 * types, and only a process can be ended whatever it does. Nothing of the engine is loaded in this one.
 */
export class EngineProcess {
  private readonly pending = new Map<number, Pending>();
  private readonly exited: Promise<unknown>;
  private lastId = 0;
  /** Why it has ended. */
  private ended?: Error;

  private constructor(
    private readonly child: ChildProcess,
    tempFolder: string,
  ) {
    child.on('message', (answer: EngineAnswer) => this.take(answer));
    child.on('error', (error) => this.fail(error));
    // What it sent before its end is read by then.
    const exited = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    this.exited = exited
      .then(
        ([[code, signal]]) => this.fail(unexpected(String(signal ?? `code ${code}`))),
        () => undefined,
      )
      .then(() => removeTempFolder(tempFolder));
  }

  /** @throws {SourceError} where it cannot be started within the time for connecting */
  static async start(context: SessionContext): Promise<EngineProcess> {
    const tempFolder = await makeTempFolder();
    try {
      const engine = new EngineProcess(startProcess(__dirname, 'engine-child'), tempFolder);
      await engine.open(context, tempFolder);
      return engine;
    } catch (error) {
      await removeTempFolder(tempFolder);
      throw error;
    }
  }

  get isAlive(): boolean {
    return this.ended === undefined;
  }

  async run(sql: string): Promise<void> {
    await this.ask({ kind: 'run', sql });
  }

  /** @throws {SourceError} `notReadOnly`, `tooLarge` */
  select(sql: string, { rows, bytes }: ResultBounds): Promise<Rows> {
    return this.ask({ kind: 'select', sql, bounds: { rows, bytes } });
  }

  async head(path: string, encoding: Encoding): Promise<FileHead> {
    const { rows } = await this.ask({ kind: 'head', path, encoding });
    const [text, isWhole] = rows[0]!;
    return { text: text!, isWhole: isWhole === 'true' };
  }

  /** Asks for the end of the running statement, which may take no notice. */
  interrupt(): void {
    this.send('interrupt');
  }

  /** Ends the process; resolves when it and its temporary files are gone. */
  async kill(): Promise<void> {
    this.fail(new SourceError({ reason: 'internal', message: 'The engine of files was ended' }));
    this.child.kill('SIGKILL');
    await endsWithin(this.exited, EXIT_MS);
  }

  private async open({ limits, threads, memoryMb, tempBytes }: SessionContext, tempFolder: string): Promise<void> {
    const opened = this.ask({ kind: 'open', settings: { threads, memoryMb, tempFolder, tempBytes } });
    try {
      if (await endsWithin(opened, limits.connectSeconds * MS)) await opened;
      else throw timedOut(`The engine of files did not start within ${limits.connectSeconds} s`);
    } catch (error) {
      await this.kill();
      throw error;
    }
  }

  private ask(task: EngineTask): Promise<Rows> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(this.ended);
      this.pending.set(id, { rows: [], resolve, reject });
      this.send({ id, task });
    });
  }

  private send(request: EngineRequest): void {
    // What is sent to a process that has ended meanwhile is answered by its end.
    if (this.child.connected) this.child.send(request, () => undefined);
  }

  private take(answer: EngineAnswer): void {
    if ('ending' in answer) return this.fail(errorOf(answer.ending));
    const asked = this.pending.get(answer.id);
    if (!asked) return;
    if ('rows' in answer) {
      asked.rows.push(...answer.rows);
      return;
    }
    this.pending.delete(answer.id);
    if ('fault' in answer) asked.reject(errorOf(answer.fault));
    else asked.resolve({ columns: answer.columns, rows: asked.rows });
  }

  /** The first reason counts. */
  private fail(error: Error): void {
    this.ended ??= error;
    for (const { reject } of this.pending.values()) reject(this.ended);
    this.pending.clear();
  }
}

/** An error without a reason is the engine's own, which is explained by its text. */
function errorOf({ message, reason, cure }: EngineFault): Error {
  return reason === undefined ? new Error(message) : new SourceError({ reason, message, cure });
}

const timedOut = (message: string): SourceError => new SourceError({ reason: 'timedOut', message });

function unexpected(how: string): SourceError {
  // What the system ends for want of memory ends so.
  if (how === 'SIGKILL')
    return new SourceError({
      reason: 'tooLarge',
      message: 'The process of the engine of files was killed, as where memory runs out',
      cure: 'Give the worker more memory, or lower DATA_MEMORY_MB or DATA_CONCURRENCY',
    });
  return new SourceError({
    reason: 'internal',
    message: `The process of the engine of files ended unexpectedly (${how})`,
  });
}
