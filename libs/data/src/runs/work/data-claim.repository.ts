import { joinFqn } from '@app/catalog';
import { Database, NOW_MS, STATEMENT_MS, query, type Transaction } from '@app/database';
import { Claims, LEASE, MOST_CRASHES, type ClaimedWork, type Fence, type LeasedTable } from '@app/runs';
import type { KnownTable } from '@app/sources';
import { Injectable } from '@nestjs/common';
import type { DataAccess } from '../../access/data-access';
import type { ShownConnection } from '../../access/stored-connection';
import { WORKER_GONE } from '../data-lane';
import type { DataProgress, DataRunKind, DataWarning } from '../data-run';
import type { ClaimedDataRun, DataOutcome } from './data-runner';

/** The lease of data runs; a trigger wakes workers for what was handed back. */
const DATA_RUNS: LeasedTable = { name: 'data_run', id: 'id', state: 'status' };

export interface LeasedDataRun extends ClaimedDataRun, ClaimedWork {
  readonly id: string;
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

/** Data runs: persistence used by workers. Each write names the claim; after another claim, or the end, it changes nothing. */
@Injectable()
export class DataClaimRepository {
  /** Retries, hand-backs and fences. */
  readonly leased: Claims;

  constructor(private readonly database: Database) {
    this.leased = new Claims(database, DATA_RUNS);
  }

  /** Claims runs of these kinds for the worker. @param free its slots that are free, of all that it has */
  claim(
    kinds: readonly DataRunKind[],
    { worker, services }: DataWorkerRow,
    { free, slots }: { readonly free: number; readonly slots: number },
  ): Promise<LeasedDataRun[]> {
    return this.database.executeAside<LeasedDataRun & object>(CLAIM, [kinds, services, worker, free, slots]);
  }

  /** Reads connection and access of a service as one. */
  async source(service: string): Promise<FoundSource | undefined> {
    return (await this.database.read<FoundSource & object>(SOURCE, [service]))[0];
  }

  /** Live tables of a service, as its source names them. @param service FQN; absent: the connection is of none */
  async known(
    service: string | undefined,
    database: string,
    tables: readonly Pick<KnownTable, 'schema' | 'name'>[],
  ): Promise<KnownTable[]> {
    if (service === undefined || tables.length === 0) return [];
    const fqns = tables.map(({ schema, name }) => joinFqn(service, database, schema, name));
    const rows = await this.database.read<KnownTable & { locationPath: string | null }>(KNOWN_TABLES, [fqns]);
    return rows.map(({ locationPath, ...table }) => ({ ...table, ...(locationPath !== null && { locationPath }) }));
  }

  /** Shows how far the run is. */
  async report(
    { id, claim }: Fence,
    progress: DataProgress | undefined,
    warnings: readonly DataWarning[],
    warningCount: number,
  ): Promise<void> {
    const values = [id, claim, progress ? JSON.stringify(progress) : null, JSON.stringify(warnings), warningCount];
    await this.database.query(REPORT, values);
  }

  /** @returns whether the run was still this claim's; else nothing was written */
  async finish(tx: Transaction, { id, claim }: Fence, outcome: DataOutcome): Promise<boolean> {
    const { status, reason, message, body } = outcome;
    const values = [id, claim, status, reason ?? null, message, body ? JSON.stringify(body) : null];
    return (await query(tx, FINISH, values)).length > 0;
  }

  async appear({ worker, services }: DataWorkerRow): Promise<void> {
    await this.database.query(APPEAR, [worker, services]);
  }

  async leave(worker: string): Promise<void> {
    await this.database.query('delete from data_worker where worker = $1', [worker]);
  }

  /**
   * Ends runs that no worker will continue: runs of services without data access, runs whose workers crashed too often, and runs that
   * a caller waits for while no worker reads their service.
   * @param waitMs how long they wait for a worker
   * @returns the kind of each
   */
  async endForsaken(waitMs: number): Promise<DataRunKind[]> {
    const ended = await this.database.query<{ kind: DataRunKind }>(END_FORSAKEN, [waitMs, MOST_CRASHES]);
    return ended.map(({ kind }) => kind);
  }
}

const CLAIMED = `
  r.id::text, r.kind, r.service::text, r.asset::text, r.service_ref as "serviceRef", r.asset_ref as "assetRef", r.request, r.trigger,
  r.requested_by as "requestedBy", r.started_at::float8 as "startedAt", r.attempts, r.claim::text, r.crashes, r.failures, r.sealed`;

const CLAIM = {
  name: 'data-run-claim',
  text: `select ${CLAIMED} from claim_data_runs($1, $2, $3, $4, ${LEASE}, $5) r order by r.priority, r.timestamp`,
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

const KNOWN_TABLES = {
  name: 'data-known-tables',
  text: `
  select s.name as schema, t.name, coalesce(t.details ->> 'locationPath', t.body ->> 'locationPath') as "locationPath",
         (select coalesce(jsonb_agg(jsonb_build_object('name', c ->> 'name', 'display', coalesce(c ->> 'dataTypeDisplay', c ->> 'dataType'))), '[]')
            from jsonb_array_elements(coalesce(t.details -> 'columns', t.body -> 'columns', '[]')) c) as columns
    from unnest($1::text[]) w (fqn)
    join entity t on t.type = 'table' and md5(t.fqn)::uuid = md5(w.fqn)::uuid and t.fqn = w.fqn and t.deleted_by is null
    join entity s on s.node = t.parent`,
};

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

const APPEAR = `
  with gone as (delete from data_worker where seen_at < statement_timestamp() - ${WORKER_GONE} and worker <> $1)
  insert into data_worker (worker, services) values ($1, $2)
  on conflict (worker) do update set services = excluded.services, seen_at = clock_timestamp()`;

const END_FORSAKEN = `
  with open_ones as (
    select r.id, r.kind, r.service is null and r.sealed is null or e.deleted_by is not null or a.suspended_by is not null
             or r.service is not null and r.kind <> 'connectionTest'
                and not coalesce((a.document ->> 'enabled')::boolean, false) as is_closed,
           r.status = 'Running' and r.lease_until < statement_timestamp() and r.crashes + 1 >= $2 and r.alone and r.worker is not null as is_crashed,
           r.is_awaited and (r.status = 'Queued' or r.lease_until < statement_timestamp())
             and r.timestamp + $1::bigint < ${STATEMENT_MS}
             and not exists (
               select from data_worker w where w.seen_at > statement_timestamp() - ${WORKER_GONE}
                  and (w.services is null or e.fqn = any(w.services))) as is_alone
      from data_run r left join entity e on e.node = r.service left join data_access a on a.service = r.service
     where r.status in ('Queued', 'Running') for update of r skip locked)
  select kind, end_data_runs(array[id],
           case when is_closed then 'noDataAccess' when is_crashed then 'workerCrashed' else 'noDataWorker' end,
           case when is_closed then 'The data of the service may not be read any more'
                when is_crashed then 'The worker that ran it ended unexpectedly, ' || $2::text || ' times'
                else 'No worker that reads this service was there in time: see WORKER_QUEUES and DATA_SERVICES of the workers' end)
    from open_ones where is_closed or is_crashed or is_alone`;
