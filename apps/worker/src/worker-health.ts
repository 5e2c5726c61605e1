import type { Database } from '@app/database';
import type { QueueHealth, WorkerHost } from '@app/queue';

/** Answers within this or counts as away, in ms. */
const ANSWER_MS = 1_500;

type PartState = 'ready' | string;

export interface WorkerState {
  readonly status: 'ready' | 'unready';
  readonly parts: Readonly<Record<'database' | 'migrations' | 'queue' | 'jobs', PartState>>;
}

/** Whether this worker can do its work, part by part; never an error. */
export class WorkerHealth {
  constructor(
    private readonly database: Database,
    private readonly queue: QueueHealth,
    private readonly host: WorkerHost,
  ) {}

  async state(): Promise<WorkerState> {
    const [pending, queue] = await Promise.all([this.pendingMigrations(), this.queue.check()]);
    const parts = {
      database: pending ? 'ready' : 'does not answer',
      migrations: pending?.length === 0 ? 'ready' : `pending: ${pending?.join(', ') ?? 'unknown'}`,
      queue: queue.ready ? 'ready' : (queue.reason ?? 'not ready'),
      jobs: this.host.isRunning ? 'ready' : 'not consumed',
    };
    const isReady = Object.values(parts).every((part) => part === 'ready');
    return { status: isReady ? 'ready' : 'unready', parts };
  }

  private async pendingMigrations(): Promise<string[] | undefined> {
    const pending = this.database.pendingMigrations().catch(() => undefined);
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, ANSWER_MS, undefined).unref());
    return Promise.race([pending, late]);
  }
}
