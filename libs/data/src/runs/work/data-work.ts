import type { ConnectionBox } from '@app/auth';
import type { Settings } from '@app/config';
import type { Database } from '@app/database';
import type { ClaimedRuns, Leases, RunContext, Work } from '@app/runs';
import { removeLeftTempFolders } from '@app/sources';
import { Logger } from '@nestjs/common';
import { DATA_RUN_KINDS, hasEnded, QUEUE_CHANNEL, readNotice, RUN_CHANNEL } from '../data-run';
import type { DataClaimRepository, DataWorkerRow, LeasedDataRun } from './data-claim.repository';
import type { DataExecutor } from './data-executor';
import type { DataRunners } from './data-runners';

const LANE = 'data';
/** How often a worker says that it is there, in ms. */
const APPEAR_MS = 5_000;

interface WorkParts {
  readonly database: Pick<Database, 'listen'>;
  readonly claims: DataClaimRepository;
  readonly leases: Pick<Leases, 'check' | 'end' | 'worker'>;
  readonly executor: DataExecutor;
  readonly runners: DataRunners;
  /** Fails while the key is not there. */
  readonly openBox: () => Promise<ConnectionBox>;
  readonly settings: Pick<Settings, 'workerQueues' | 'dataConcurrency' | 'dataServices'>;
}

/**
 * Data runs, in a lane of their own: sources that answer slowly take no slot of another one. A worker without a key opens no connection and claims
 * nothing. It hears of runs that were ended from outside, so that what goes on in the source is cancelled at once.
 */
export class DataWork implements Work<LeasedDataRun> {
  readonly name = 'data runs';
  readonly kinds = DATA_RUN_KINDS;
  readonly waiting = `
    select r.kind, to_timestamp(r.timestamp / 1000.0) from data_run r
     where r.status in ('Queued', 'Running') and (r.status = 'Queued' or r.lease_until < statement_timestamp())`;
  readonly lanes: ReadonlyMap<string, number>;
  readonly channel = QUEUE_CHANNEL;
  readonly readWakeUp = () => ({ lane: LANE });
  readonly claimable = `
    l.lane = '${LANE}' and exists (
      select from data_run r
       where r.status in ('Queued', 'Running') and (r.status = 'Queued' or r.lease_until < statement_timestamp()))`;
  readonly graceMs = 2_000;
  readonly failing = 'this worker reads no sources';
  readonly recovered = 'this worker reads sources again';
  private readonly log = new Logger(DataWork.name);
  private readonly row: DataWorkerRow;
  private box: ConnectionBox | undefined;
  private hearing: Promise<unknown> | undefined;
  private appearedAt = -Infinity;

  constructor(private readonly parts: WorkParts) {
    const { dataServices, dataConcurrency, workerQueues } = parts.settings;
    this.row = { worker: parts.leases.worker, services: dataServices.length ? dataServices : null };
    this.lanes = new Map(workerQueues.includes(LANE) ? [[LANE, dataConcurrency]] : []);
  }

  /** Removes temporary files that a killed worker left. */
  async tidyUp(): Promise<void> {
    const removed = await removeLeftTempFolders();
    if (removed > 0) this.log.log(`${removed} temporary folders of workers that have ended are removed`);
  }

  async prepare(): Promise<void> {
    this.box ??= await this.parts.openBox();
    await this.hear();
    if (performance.now() - this.appearedAt < APPEAR_MS) return;
    await this.parts.claims.appear(this.row);
    this.appearedAt = performance.now();
  }

  async claim(_lane: string, most: number): Promise<ClaimedRuns<LeasedDataRun>> {
    const { claims, executor, runners } = this.parts;
    // Other workers may take what waits while one run has this process for itself.
    if (!this.box || executor.isClosed) return { runs: [], hasSkipped: true };
    const slots = { free: most, slots: this.lanes.get(LANE) ?? most };
    return { runs: await claims.claim(runners.kinds, this.row, slots), hasSkipped: false };
  }

  execute(run: LeasedDataRun, { signal }: RunContext): Promise<void> {
    return this.parts.executor.execute(run, this.box!, signal);
  }

  kindOf({ kind }: LeasedDataRun): string {
    return kind;
  }

  about({ kind, attempts }: LeasedDataRun): object {
    return { kind, attempt: attempts };
  }

  async leave(): Promise<void> {
    if (this.appearedAt > -Infinity) await this.parts.claims.leave(this.row.worker).catch(() => undefined);
  }

  private async hear(): Promise<void> {
    const { database, leases } = this.parts;
    this.hearing ??= database.listen(
      RUN_CHANNEL,
      (payload) => {
        const { id, status } = readNotice(payload);
        // Its own end is notified as well: nothing goes on by then. Its request may be heard only after it was claimed.
        if (hasEnded(status)) leases.end(id);
      },
      () => leases.check(),
    );
    await this.hearing.catch((error: unknown) => {
      this.hearing = undefined;
      throw error;
    });
  }
}
