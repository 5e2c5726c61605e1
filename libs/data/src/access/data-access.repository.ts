import { serviceTypeOf } from '@app/catalog';
import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { DataAccess } from './data-access';
import type { ShownConnection } from './stored-connection';

/** A row of data_access. */
export interface StoredAccess {
  readonly document: DataAccess;
  readonly digest: string;
  /** The user who changed the connection without the right to say where data is read. */
  readonly suspendedBy: string | null;
}

/** Nodes are bigint in decimal. */
@Injectable()
export class DataAccessRepository {
  constructor(private readonly database: Database) {}

  async of(service: string): Promise<StoredAccess | undefined> {
    return (await this.database.read<StoredAccess & object>(READ, [service]))[0];
  }

  /** The type of a service; undefined once it is gone. */
  async typeOf(service: string): Promise<string | undefined> {
    const [row] = await this.database.read<{ serviceType: string }>(TYPE, [service]);
    return row?.serviceType;
  }

  /** The service as it is shown, locked against changes of its connection until the transaction ends. */
  async lockConnection(tx: Transaction, service: string): Promise<ShownConnection | undefined> {
    return (await query<ShownConnection & object>(tx, LOCK_CONNECTION, [service]))[0];
  }

  /** Reads the access and locks it against withdrawal until the transaction ends. */
  async hold(tx: Transaction, service: string): Promise<StoredAccess | undefined> {
    return (await query<StoredAccess & object>(tx, HOLD, [service]))[0];
  }

  async isConnected(tx: Transaction, service: string): Promise<boolean> {
    return (await query(tx, IS_CONNECTED, [service])).length > 0;
  }

  /** @returns what stood there before */
  async put(
    tx: Transaction,
    service: { readonly node: string; readonly id: string },
    access: Pick<StoredAccess, 'document' | 'digest'> & { readonly by: string },
  ): Promise<StoredAccess | undefined> {
    const [before] = await query<StoredAccess & object>(tx, LOCK, [service.node]);
    const values = [service.node, service.id, JSON.stringify(access.document), access.digest, access.by];
    await query(tx, PUT, values);
    return before;
  }

  async remove(tx: Transaction, service: string): Promise<StoredAccess | undefined> {
    return (await query<StoredAccess & object>(tx, REMOVE, [service]))[0];
  }

  /** The row of a service, locked by the writer that changes its connection. */
  async lock(tx: Transaction, service: string): Promise<StoredAccess | undefined> {
    return (await query<StoredAccess & object>(tx, LOCK, [service]))[0];
  }

  async follow(tx: Transaction, service: string, digest: string): Promise<void> {
    await query(tx, 'update data_access set digest = $2 where service = $1', [service, digest]);
  }

  async suspend(tx: Transaction, service: string, by: string): Promise<void> {
    await query(tx, 'update data_access set suspended_by = $2 where service = $1', [service, by]);
  }
}

const COLUMNS = 'document, digest, suspended_by as "suspendedBy"';

const READ = { name: 'data-access', text: `select ${COLUMNS} from data_access where service = $1` };
const LOCK = `select ${COLUMNS} from data_access where service = $1 for update`;
const REMOVE = `delete from data_access where service = $1 returning ${COLUMNS}`;

const TYPE = {
  name: 'service-type',
  text: `select ${serviceTypeOf('e')} as "serviceType" from entity e where e.node = $1`,
};

/** How a service `e` is reached, as it is shown. */
const CONNECTION = `coalesce(e.body -> 'connection', e.details -> 'connection')`;

const LOCK_CONNECTION = `
  select ${serviceTypeOf('e')} as "serviceType", ${CONNECTION} as connection
    from entity e where e.node = $1 and e.deleted_by is null for no key update`;

const HOLD = `select ${COLUMNS} from data_access where service = $1 for share`;
const IS_CONNECTED = `select 1 from entity e where e.node = $1 and e.deleted_by is null and ${CONNECTION} is not null`;

const PUT = `
  insert into data_access as a (service, service_id, document, digest, updated_by) values ($1, $2, $3, $4, $5)
  on conflict (service) do update
     set document = excluded.document, digest = excluded.digest, suspended_by = null, updated_by = excluded.updated_by`;
