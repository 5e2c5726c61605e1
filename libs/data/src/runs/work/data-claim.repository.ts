import { Database, NOW_MS, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { DataAccess } from '../../access/data-access';
import type { ShownConnection } from '../../access/stored-connection';
import { WORKER_GONE } from '../data-lane';
import type { DataProgress, DataRunKind, DataWarning } from '../data-run';
import type { ClaimedDataRun, DataOutcome } from './data-runner';

/** By which writes of a claim are told from those of another. */
export interface DataFence {
  readonly id: string;
  readonly claim: string;
}

export interface HeldDataRun extends ClaimedDataRun, DataFence {
  /** Leases that ran out in the hands of a worker. */
  readonly crashes: number;
  readonly failures: number;
  /** The sealed config of a connection that is not stored. */
  readonly sealed: Buffer | null;
}

/** The state of a source at one moment. */
export interface FoundSource extends ShownConnection {
  /** Null where none was given: then its connection can be tried and nothing else. */
  readonly access: DataAccess | null;
  readonly digest: string | null;
  readonly suspendedBy: string | null;
  readonly sealed: Buffer | null;
  /** Whether the connection was written since TLS is required where it says nothing of it. */
  readonly requiresTls: boolean;
}

/** A worker as it says that it is there. */
export interface DataWorkerRow {
  readonly worker: string;
  /** FQNs; null: all. */
  readonly services: readonly string[] | null;
}

/** How long a worker that stops renewing keeps a run, by the clock of the database. */
export const LEASE_MS = 5_000;
const LEASE = `interval '${LEASE_MS} ms'`;

/** Data runs: persistence used by workers. Each write names the claim; after another claim, or the end, it changes nothing. */
@Injectable()
export class DataClaimRepository {
  constructor(private readonly database: Database) {}

  /** Gives up to `most` runs of these kinds to the worker. */
  claim(kinds: readonly DataRunKind[], { worker, services }: DataWorkerRow, most: number): Promise<HeldDataRun[]> {
    return this.database.executeAside<HeldDataRun & object>(CLAIM, [kinds, services, worker, most]);
  }

  /** Reads connection and access of a service as one. */
  async source(service: string): Promise<FoundSource | undefined> {
    return (await this.database.read<FoundSource & object>(SOURCE, [service]))[0];
  }

  /** Extends the leases of these runs; gives the ids of those that are still held. */
  async renew(runs: readonly DataFence[]): Promise<string[]> {
    const values = [runs.map(({ id }) => id), runs.map(({ claim }) => claim)];
    return (await this.database.query<{ id: string }>(RENEW, values)).map(({ id }) => id);
  }

  /** @returns whether the run is this claim's; nobody ends or takes it before the transaction ends */
  async isHeld(tx: Transaction, { id, claim }: DataFence): Promise<boolean> {
    return (await query(tx, HOLD, [id, claim])).length > 0;
  }

  /** Shows how far the run is. */
  async report(
    { id, claim }: DataFence,
    progress: DataProgress | undefined,
    warnings: readonly DataWarning[],
    warningCount: number,
  ): Promise<void> {
    const values = [id, claim, progress ? JSON.stringify(progress) : null, JSON.stringify(warnings), warningCount];
    await this.database.query(REPORT, values);
  }

  /** @returns whether the run was still this claim's; else nothing was written */
  async finish(tx: Transaction, { id, claim }: DataFence, outcome: DataOutcome): Promise<boolean> {
    const { status, reason, message, body } = outcome;
    const values = [id, claim, status, reason ?? null, message, body ? JSON.stringify(body) : null];
    return (await query(tx, FINISH, values)).length > 0;
  }

  /** Has the run tried again after a while, by any worker. */
  async retryAfter({ id, claim }: DataFence, ms: number, isFailure: boolean): Promise<boolean> {
    return (await this.database.query(HAND_BACK, [id, claim, ms, isFailure ? 1 : 0])).length > 0;
  }

  async appear({ worker, services }: DataWorkerRow): Promise<void> {
    await this.database.query(APPEAR, [worker, services]);
  }

  async leave(worker: string): Promise<void> {
    await this.database.query('delete from data_worker where worker = $1', [worker]);
  }

  /**
   * Ends what nobody will go on with: runs of services that may not be read any more, runs whose workers crashed too often, and runs that
   * somebody waits for while no worker reads their service.
   * @param waitMs how long they wait for a worker
   * @returns the kind of each
   */
  async endForsaken(waitMs: number, mostCrashes: number): Promise<DataRunKind[]> {
    const ended = await this.database.query<{ kind: DataRunKind }>(END_FORSAKEN, [waitMs, mostCrashes]);
    return ended.map(({ kind }) => kind);
  }
}

const CLAIMED = `
  r.id::text, r.kind, r.service::text, r.asset::text, r.service_ref as "serviceRef", r.asset_ref as "assetRef", r.request, r.trigger,
  r.requested_by as "requestedBy", r.started_at::float8 as "startedAt", r.attempts, r.claim::text, r.crashes, r.failures, r.sealed`;

const CLAIM = {
  name: 'data-run-claim',
  text: `select ${CLAIMED} from claim_data_runs($1, $2, $3, $4, ${LEASE}) r order by r.priority, r.timestamp`,
};

const SOURCE = {
  name: 'data-source',
  text: `
  select coalesce(e.body ->> 'serviceType', e.details ->> 'serviceType') as "serviceType",
         coalesce(e.body -> 'connection', e.details -> 'connection') as connection,
         a.document as access, a.digest, a.suspended_by as "suspendedBy", c.sealed,
         coalesce(c.requires_tls, false) as "requiresTls"
    from entity e left join data_access a on a.service = e.node left join service_connection c on c.node = e.node
   where e.node = $1 and e.deleted_by is null`,
};

const OURS = `id = $1 and claim = $2 and status = 'Running'`;

// A run that a transaction of this worker has fenced is locked, and has the longer lease of that.
const RENEW = `
  with ours as materialized (
    select r.id from unnest($1::uuid[], $2::uuid[]) held (id, claim)
      join data_run r on r.id = held.id and r.claim = held.claim and r.status = 'Running'),
  free as (select id from data_run where id in (select id from ours) for no key update skip locked),
  renewed as (
    update data_run r set lease_until = clock_timestamp() + ${LEASE}
      from free where r.id = free.id and r.status = 'Running')
  select id::text from ours`;

/** Longer than a transaction of a block of writes takes: who asks for the lease meanwhile finds the row locked. */
const FENCED = `interval '30 s'`;

const HOLD = `update data_run set lease_until = clock_timestamp() + ${FENCED} where ${OURS} returning true`;

const REPORT = `
  update data_run
     set progress = case when $3::jsonb is null then progress
                         else $3::jsonb || jsonb_build_object('seq', coalesce((progress ->> 'seq')::int, 0) + 1) end,
         warnings = $4, warning_count = $5
   where ${OURS}`;

const FINISH = `
  update data_run
     set status = $3, reason = $4, message = $5, outcome = $6, sealed = null, lease_until = null, ended_at = ${NOW_MS}
   where ${OURS} returning true`;

const HAND_BACK = `
  update data_run set worker = null, failures = failures + $4, lease_until = clock_timestamp() + $3 * interval '1 ms'
   where ${OURS} returning true`;

const APPEAR = `
  with gone as (delete from data_worker where seen_at < clock_timestamp() - ${WORKER_GONE} and worker <> $1)
  insert into data_worker (worker, services) values ($1, $2)
  on conflict (worker) do update set services = excluded.services, seen_at = clock_timestamp()`;

const END_FORSAKEN = `
  with open_ones as (
    select r.id, r.kind, r.service is null and r.sealed is null or e.deleted_by is not null or a.suspended_by is not null
             or r.service is not null and r.kind <> 'connectionTest'
                and not coalesce((a.document ->> 'enabled')::boolean, false) as is_closed,
           r.status = 'Running' and r.lease_until < clock_timestamp() and r.crashes + 1 >= $2 and r.worker is not null as is_crashed,
           r.is_awaited and (r.status = 'Queued' or r.lease_until < clock_timestamp())
             and r.timestamp + $1::bigint < ${NOW_MS}
             and not exists (
               select from data_worker w where w.seen_at > clock_timestamp() - ${WORKER_GONE}
                  and (w.services is null or e.fqn = any(w.services))) as is_alone
      from data_run r left join entity e on e.node = r.service left join data_access a on a.service = r.service
     where r.status in ('Queued', 'Running') for update of r skip locked)
  select kind, end_data_runs(array[id],
           case when is_closed then 'noDataAccess' when is_crashed then 'workerCrashed' else 'noDataWorker' end,
           case when is_closed then 'The data of the service may not be read any more'
                when is_crashed then 'The worker that ran it ended unexpectedly, ' || $2::text || ' times'
                else 'No worker that reads this service was there in time: see WORKER_QUEUES and DATA_SERVICES of the workers' end)
    from open_ones where is_closed or is_crashed or is_alone`;
