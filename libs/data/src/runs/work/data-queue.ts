import type { ConnectionBox } from '@app/auth';
import { PeriodicTask, type BackgroundTask, type Fault } from '@app/common';
import type { Settings } from '@app/config';
import type { Database, Subscription } from '@app/database';
import { ActiveWork } from '@app/queue';
import { removeLeftTempFolders } from '@app/sources';
import { Logger } from '@nestjs/common';
import { QUEUE_CHANNEL } from '../data-run';
import type { DataClaimRepository, DataWorkerRow, HeldDataRun } from './data-claim.repository';
import type { DataExecutor } from './data-executor';
import type { DataRunners } from './data-runners';

/** How often a worker looks by itself, in ms. */
const POLL_MS = 1_000;
/** How often it says that it is there, in ms. */
const APPEAR_MS = 5_000;
/** Time for runs when the process must end, before they go to other workers, in ms. */
const GRACE_MS = 2_000;

interface QueueParts {
  readonly database: Database;
  readonly claims: DataClaimRepository;
  readonly executor: DataExecutor;
  readonly runners: DataRunners;
  /** Fails while the key is not there. */
  readonly openBox: () => Promise<ConnectionBox>;
  readonly settings: Pick<Settings, 'workerQueues' | 'dataConcurrency' | 'dataServices'>;
}

/**
 * The lane `data` of a worker. The table `data_run` is the queue, as `validation_run` is that of validations: each worker looks into it when it
 * hears that a run may begin, and each second, and claims as many as it has slots. It has slots of its own, so that sources which answer slowly
 * take none of the other lanes. A worker without a key opens no connection and claims nothing.
 */
export class DataQueue implements BackgroundTask {
  private readonly log = new Logger(DataQueue.name);
  private readonly active = new ActiveWork(this.log, 'data runs');
  private readonly task: PeriodicTask;
  private readonly row: DataWorkerRow;
  private subscription: Subscription | undefined;
  private box: ConnectionBox | undefined;
  private appearedAt = -Infinity;
  private used = 0;

  constructor(private readonly parts: QueueParts) {
    const { dataServices } = parts.settings;
    this.row = { worker: parts.executor.worker, services: dataServices.length ? dataServices : null };
    this.task = new PeriodicTask(() => this.look(), {
      restMs: POLL_MS,
      longestRetryMs: 30_000,
      log: this.log,
      failing: 'this worker reads no sources',
      recovered: 'this worker reads sources again',
    });
  }

  get faults(): readonly Fault[] {
    return this.task.faults;
  }

  start(): void {
    if (!this.parts.settings.workerQueues.includes('data')) return;
    this.task.start();
    void this.tidyUp();
  }

  /** Claims none, lets those under way end for a while, then hands them back. */
  async stop(): Promise<void> {
    await this.task.stop();
    await this.active.stop(GRACE_MS, []);
    if (this.appearedAt > -Infinity) await this.parts.claims.leave(this.row.worker).catch(() => undefined);
  }

  /** A worker that was killed could not remove its temporary files. */
  private async tidyUp(): Promise<void> {
    const removed = await removeLeftTempFolders();
    if (removed > 0) this.log.log(`${removed} temporary folders of workers that have ended are removed`);
  }

  private async look(): Promise<boolean> {
    const { database, claims, runners } = this.parts;
    this.box ??= await this.parts.openBox();
    this.subscription ??= await database.listen(
      QUEUE_CHANNEL,
      () => this.task.wake(),
      () => this.task.wake(),
    );
    await this.appear();
    const free = this.parts.settings.dataConcurrency - this.used;
    if (free <= 0 || database.disk.isFull) return false;
    const runs = await claims.claim(runners.kinds, this.row, free);
    for (const run of runs) this.begin(run, this.box);
    return false;
  }

  private async appear(): Promise<void> {
    if (performance.now() - this.appearedAt < APPEAR_MS) return;
    await this.parts.claims.appear(this.row);
    this.appearedAt = performance.now();
  }

  private begin(run: HeldDataRun, box: ConnectionBox): void {
    this.used++;
    const { id, kind, attempts } = run;
    this.log.log({ msg: 'data run begins', runId: id, kind, attempt: attempts });
    const began = performance.now();
    void this.active
      .run(() => this.parts.executor.execute(run, box, this.active.signal))
      .catch((error: Error) => this.log.error(`data run ${id} failed: ${error.message}`))
      .finally(() => {
        this.used--;
        this.log.log({ msg: 'data run ended', runId: id, kind, ms: Math.round(performance.now() - began) });
        this.task.wake();
      });
  }
}
