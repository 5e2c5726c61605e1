import { Database } from '@app/database';
import { isTerminal, type ExecutionStatus } from '@app/results';
import { Injectable, Logger } from '@nestjs/common';
import { readNotice, RUN_CHANNEL } from '../../events/run-notice';

export interface EndedRun {
  readonly status: ExecutionStatus;
  readonly timestamp: number;
  /** JSON text. */
  readonly body: string;
}

export interface RunWait {
  /** Resolves when the run has ended; never rejects. */
  readonly ended: Promise<void>;
  /** The result, if the notice of the end brought it along. */
  readonly result: EndedRun | undefined;
  release(): void;
}

interface Expected {
  readonly ended: Promise<void>;
  readonly end: () => void;
  result?: EndedRun;
  waiting: number;
}

// Reads the results, not the rows of open runs: a run that is waited for may not be committed yet.
const ENDED_RUNS = {
  name: 'ended-runs',
  text: `select id::text from contract_result where id = any($1::uuid[]) and status not in ('Queued', 'Running')`,
};

/** Waits for the end of runs by database notifications; queries the database only after a gap in them. */
@Injectable()
export class RunWaits {
  private readonly log = new Logger(RunWaits.name);
  // eslint-disable-next-line house/no-learned-ways -- of requests that wait
  private readonly expected = new Map<string, Expected>();
  private listening: Promise<unknown> | undefined;

  constructor(private readonly database: Database) {}

  /** Resolves when notifications are being received. Call it before creating a run that will be waited for. */
  async open(): Promise<void> {
    // eslint-disable-next-line house/no-learned-ways -- the connection that is listened on
    this.listening ??= this.database.listen(
      RUN_CHANNEL,
      (payload) => this.hear(payload),
      () => void this.catchUp(),
    );
    try {
      await this.listening;
    } catch (error) {
      // eslint-disable-next-line house/no-learned-ways -- the connection that is listened on
      this.listening = undefined;
      throw error;
    }
  }

  /** Call it before the run can end: before its row is committed, or before its state is read. */
  expect(resultId: string): RunWait {
    const entry = this.expected.get(resultId) ?? this.add(resultId);
    entry.waiting++;
    let isHeld = true;
    return {
      ended: entry.ended,
      get result() {
        return entry.result;
      },
      release: () => {
        if (isHeld && --entry.waiting === 0) this.expected.delete(resultId);
        isHeld = false;
      },
    };
  }

  /** The same for a run that may have ended already. */
  async expectOpen(resultId: string): Promise<RunWait> {
    const wait = this.expect(resultId);
    try {
      await this.endEnded([resultId]);
    } catch (error) {
      wait.release();
      throw error;
    }
    return wait;
  }

  private add(resultId: string): Expected {
    const { promise, resolve } = deferred();
    const entry = { ended: promise, end: resolve, waiting: 0 };
    this.expected.set(resultId, entry);
    return entry;
  }

  private hear(payload: string): void {
    const { resultId, status, timestamp, body } = readNotice(payload);
    const expected = isTerminal(status) ? this.expected.get(resultId) : undefined;
    if (!expected) return;
    if (timestamp !== undefined && body !== undefined) expected.result = { status, timestamp, body };
    expected.end();
  }

  /** One statement for all pending waits. */
  private async catchUp(): Promise<void> {
    const ids = [...this.expected.keys()];
    if (ids.length === 0) return;
    try {
      await this.endEnded(ids);
    } catch (error) {
      // The connection was lost again; reconnecting triggers the next call.
      this.log.warn(`could not read the runs that are waited for: ${(error as Error).message}`);
    }
  }

  private async endEnded(ids: readonly string[]): Promise<void> {
    const ended = await this.database.read<{ id: string }>(ENDED_RUNS, [ids]);
    for (const { id } of ended) this.expected.get(id)?.end();
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
