import { Database, NOW_MS, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { RUN_COLUMNS, type DataRunKind, type DataRunRow, type DataRunTrigger, type RunRef } from '../data-run';

export interface NewDataRun {
  readonly id: string;
  readonly kind: DataRunKind;
  /** By node, a bigint in decimal. */
  readonly service?: { readonly node: string; readonly ref: RunRef };
  readonly asset?: { readonly node: string; readonly ref: RunRef };
  /** The key of requests of which the later one joins the run that is Queued; absent: it never joins. */
  readonly joinKey?: string;
  readonly request: object;
  /** A connection that is not stored, sealed. */
  readonly sealed?: Buffer;
  readonly trigger: DataRunTrigger;
  readonly requestedBy: string;
  /** Whether a caller waits for its end. */
  readonly isAwaited: boolean;
  /** Whether runs with a waiting caller go first. */
  readonly isUrgent: boolean;
  /** The result of the validation that waits for it; of readings. */
  readonly forResult?: string;
}

/** A run as the request that asked for it left it: Queued. */
export interface RequestedDataRun extends DataRunRow {
  /** Whether the run was already queued. */
  readonly joined: boolean;
}

/** Data runs: persistence used by requests. */
@Injectable()
export class DataRunRepository {
  constructor(private readonly database: Database) {}

  /** Joins the queued run with the key, or makes one. Workers are woken with the commit. */
  async request(tx: Transaction, run: NewDataRun): Promise<RequestedDataRun> {
    const values = [
      ...[run.id, run.kind, run.service?.node ?? null, run.asset?.node ?? null],
      ...[run.service, run.asset].map((one) => (one ? JSON.stringify(one.ref) : null)),
      ...[run.joinKey ?? null, JSON.stringify(run.request), run.sealed ?? null, run.trigger, run.requestedBy],
      ...[run.isUrgent ? 0 : 1, run.isAwaited, run.forResult ?? null],
    ];
    const [made] = await query<RequestedDataRun & object>(tx, REQUEST, values);
    return made!;
  }

  async byId(id: string): Promise<DataRunRow | undefined> {
    return (await this.database.read<DataRunRow & object>(BY_ID, [id]))[0];
  }

  /** Ids of the owners of entities, by node. */
  async ownersOf(nodes: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    if (nodes.length === 0) return new Map();
    const rows = await this.database.read<{ node: string; owners: readonly string[] }>(OWNERS, [nodes]);
    return new Map(rows.map(({ node, owners }) => [node, owners]));
  }

  /** Ends an open run. @returns whether it was open */
  async end(tx: Transaction, id: string, reason: string, sentence: string): Promise<boolean> {
    return (await query(tx, END, [[id], reason, sentence])).length > 0;
  }
}

// The one that is Queued is what a request gets; when a worker takes it meanwhile, the insert is tried anew.
const REQUEST = `
  insert into data_run as r (id, kind, status, service, asset, service_ref, asset_ref, join_key, request, sealed, trigger, requested_by,
                             priority, is_awaited, for_result, timestamp)
  values ($1, $2, 'Queued', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, ${NOW_MS})
  on conflict (join_key) where status = 'Queued' and join_key is not null
  do update set request = joined_data_request(r.request, excluded.request), is_awaited = r.is_awaited or excluded.is_awaited,
                priority = least(r.priority, excluded.priority)
  returning ${RUN_COLUMNS}, r.xmax <> 0 as joined`;

const BY_ID = { name: 'data-run', text: `select ${RUN_COLUMNS} from data_run r where r.id = $1` };

const OWNERS = {
  name: 'data-run-owners',
  text: 'select e.node::text, owner_ids(e.node) as owners from entity e where e.node = any($1::bigint[])',
};

const END = 'select end_data_runs($1, $2, $3)';
