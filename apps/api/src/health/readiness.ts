import { Database } from '@app/database';
import { QueueHealth } from '@app/queue';
import { SearchBackend } from '@app/search';
import { Injectable } from '@nestjs/common';
import { Shutdown } from '../http/lifecycle/shutdown';

/** A part that does not answer within this counts as away, in ms. */
const ANSWER_MS = 2_000;

export interface PartState {
  readonly ready: boolean;
  /** Why not; names no host. */
  readonly reason?: string;
}

export interface ReadinessReport {
  /** degraded: requests are served, but for those that need search. */
  readonly status: 'ready' | 'degraded' | 'not ready';
  readonly parts: Readonly<Record<string, PartState>>;
}

const READY: PartState = { ready: true };
const because = (reason: string): PartState => ({ ready: false, reason });

/** Whether requests can be served: every part is asked at once. */
@Injectable()
export class Readiness {
  constructor(
    private readonly database: Database,
    private readonly queue: QueueHealth,
    private readonly search: SearchBackend,
    private readonly shutdown: Shutdown,
  ) {}

  async report(): Promise<ReadinessReport> {
    const [database, migrations, queue, search] = await Promise.all([
      answered(() => this.database.ping().then(() => READY)),
      answered(() => this.migrationState()),
      answered(() => this.queue.check()),
      answered(() => this.search.isReady().then((ready) => (ready ? READY : because('not available')))),
    ]);
    const api = this.shutdown.signal.aborted ? because('stopping') : READY;
    const needed = { api, database, migrations, queue };
    const isServing = Object.values(needed).every(({ ready }) => ready);
    const status = isServing ? (search.ready ? 'ready' : 'degraded') : 'not ready';
    return { status, parts: { ...needed, search } };
  }

  private async migrationState(): Promise<PartState> {
    const pending = await this.database.pendingMigrations();
    return pending.length === 0 ? READY : because(`${pending.length} to run, with npm run db:migrate`);
  }
}

/** What went wrong stays here: an error of a driver tells hosts and ports. */
async function answered(ask: () => Promise<PartState>): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(() => resolve(because('does not answer in time')), ANSWER_MS);
  });
  try {
    return await Promise.race([ask(), late]);
  } catch {
    return because('not available');
  } finally {
    clearTimeout(timer);
  }
}
