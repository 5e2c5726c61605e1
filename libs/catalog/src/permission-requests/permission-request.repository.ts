import type { Operation } from '@app/common';
import {
  Database,
  KeysetOrder,
  KeysetQuery,
  NOW_MS,
  STATEMENT_MS,
  query,
  type Conditions,
  type CountedRows,
  type KeysetRequest,
  type PreparedStatement,
  type Transaction,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Reference } from '../definition/entity-document';
import { referenceSql } from '../read/query/reference-sql';
import { DAYS_OPEN, type PermissionRequestStatus } from './permission-request';

/** A stored request on an entity that is not deleted; bigint in decimal. */
export interface PermissionRequestRow {
  readonly id: string;
  /** Node of the resource. */
  readonly node: string;
  readonly resource: Reference;
  readonly author: Reference;
  readonly operation: Operation;
  readonly reason: string;
  readonly status: PermissionRequestStatus;
  readonly requested_at: string;
  readonly expires_at: string;
  readonly decided_by: Reference | null;
  readonly decided_at: string | null;
  readonly comment: string | null;
}

/** A request to be stored; `author` and `resource` are nodes. */
export interface NewPermissionRequest {
  readonly id: string;
  readonly author: string;
  readonly resource: string;
  readonly operation: Operation;
  readonly reason: string;
}

const OPEN_MS = DAYS_OPEN * 86_400_000;

/** Whether the request `r` waits for a decision. */
export const IS_OPEN = `(r.status = 'Open' and r.expires_at > ${STATEMENT_MS})`;

const FROM = `
  from permission_request r join entity e on e.node = r.resource and e.deleted_by is null
  join entity a on a.node = r.author and a.deleted_by is null`;

const SELECT = `
  select r.id::text, e.node::text, ${referenceSql('e')} as resource, ${referenceSql('a')} as author, r.operation, r.reason,
         case when r.status = 'Open' and not ${IS_OPEN} then 'Expired' else r.status end as status, r.requested_at::text,
         r.expires_at::text, ${referenceSql('d')} as decided_by, r.decided_at::text, r.comment
  ${FROM} left join entity d on d.node = r.decided_by`;

const REQUESTS = new KeysetQuery<PermissionRequestRow>({
  select: SELECT,
  from: FROM,
  order: new KeysetOrder<PermissionRequestRow>(
    { sql: 'r.requested_at', type: 'bigint', key: (row) => row.requested_at },
    { sql: 'r.id', type: 'uuid', key: ({ id }) => id },
  ),
  direction: 'desc',
});

const BY_ID: PreparedStatement = { name: 'permission-request', text: `${SELECT} where r.id = $1` };
const LOCKED: PreparedStatement = {
  name: 'permission-request-locked',
  text: `select ${IS_OPEN} as "isOpen" from permission_request r where r.id = $1 for update`,
};
const OPEN_OF: PreparedStatement = {
  name: 'permission-requests-open-of',
  text: `select r.id::text, r.resource::text, r.operation from permission_request r where r.author = $1 and ${IS_OPEN}`,
};
const INSERT: PreparedStatement = {
  name: 'permission-request-insert',
  text: `
    insert into permission_request (id, author, resource, operation, reason, status, requested_at, expires_at)
    values ($1, $2, $3, $4, $5, 'Open', ${NOW_MS}, ${NOW_MS} + ${OPEN_MS})`,
};
const DECIDE: PreparedStatement = {
  name: 'permission-request-decide',
  text: `
    update permission_request set status = $2, comment = $3, decided_at = ${NOW_MS},
           decided_by = (select node from entity where id = $4) where id = $1`,
};
/** Requests of one person are made one after the other, since they are counted. */
const LOCK_AUTHOR: PreparedStatement = {
  name: 'permission-request-author',
  text: `select node::text from entity where id = $1 for no key update`,
};

/** Statements about requests for rights. */
@Injectable()
export class PermissionRequestRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. @param filter on a request `r`, its resource `e` and its author `a` */
  page(filter: Conditions, request: KeysetRequest): Promise<CountedRows<PermissionRequestRow>> {
    return REQUESTS.counted(this.database, filter, request);
  }

  async find(id: string, tx?: Transaction): Promise<PermissionRequestRow | undefined> {
    const [row] = tx
      ? await query<PermissionRequestRow & object>(tx, BY_ID, [id])
      : await this.database.read<PermissionRequestRow>(BY_ID, [id]);
    return row;
  }

  /** Locks a user until the transaction ends. @returns its node */
  async lockAuthor(tx: Transaction, id: string): Promise<string> {
    const [row] = await query<{ node: string }>(tx, LOCK_AUTHOR, [id]);
    if (!row) throw new Error(`The user ${id} who sent the request is gone`);
    return row.node;
  }

  /** Locks a request until the transaction ends. @returns undefined: it is gone; else whether it waits for a decision */
  async lock(tx: Transaction, id: string): Promise<{ readonly isOpen: boolean } | undefined> {
    const [row] = await query<{ isOpen: boolean }>(tx, LOCKED, [id]);
    return row;
  }

  /** The open requests of a user. */
  openOf(tx: Transaction, author: string): Promise<{ id: string; resource: string; operation: string }[]> {
    return query(tx, OPEN_OF, [author]);
  }

  async insert(tx: Transaction, { id, author, resource, operation, reason }: NewPermissionRequest): Promise<void> {
    await query(tx, INSERT, [id, author, resource, operation, reason]);
  }

  /** @param by id of the user who decides */
  async decide(
    tx: Transaction,
    id: string,
    decision: { readonly status: 'Granted' | 'Refused'; readonly comment?: string; readonly by: string },
  ): Promise<void> {
    await query(tx, DECIDE, [id, decision.status, decision.comment ?? null, decision.by]);
  }

  async remove(tx: Transaction, id: string): Promise<void> {
    await query(tx, 'delete from permission_request where id = $1', [id]);
  }
}
