import type { Actor, AppError } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { inTransaction } from '../../query/queryable';
import { Visibility } from '../../visibility/visibility';
import type { JudgedBody } from '../../definition/entity-document';
import type { WriteContext } from '../entity-draft';
import {
  columnNames,
  constraintFaults,
  newlyReferred,
  tablesIn,
  type Mention,
  type ReferredTable,
  type TableRow,
} from './constraint-faults';

const TABLES = `
  select e.id, e.type, e.fqn, coalesce(e.details -> 'columns', '[]') as columns from unnest($1::text[]) w(fqn)
    join entity e on e.type = 'table' and md5(e.fqn)::uuid = md5(w.fqn)::uuid and e.fqn = w.fqn
   where e.deleted_by is null`;

/**
 * Table constraints must name existing columns. A referenced table that is in the catalog must have the named columns; for one that
 * is not, the names are stored as text. Errors that already existed are accepted, so that the table remains editable.
 */
@Injectable()
export class ConstraintRules {
  constructor(private readonly visibility: Visibility) {}

  /** For each body undefined or BAD_REQUEST. At most two statements, none if no constraint references another table. */
  async faults(context: WriteContext, bodies: readonly JudgedBody[]): Promise<(AppError | undefined)[]> {
    const { tx, actor, entityType } = context;
    if (!('tableConstraints' in entityType.attributes)) return bodies.map(() => undefined);
    const referred = bodies.map(newlyReferred);
    const tables = await this.tables(tx, actor, referred.flat());
    return bodies.map((body, i) => constraintFaults(body, referred[i] ?? [], tables));
  }

  /** The existing tables visible to the actor, by FQN. */
  private async tables(
    tx: Transaction,
    actor: Actor,
    mentions: readonly Mention[],
  ): Promise<ReadonlyMap<string, ReferredTable>> {
    const fqns = tablesIn(mentions);
    if (!fqns.size) return new Map();
    const rows = await query<TableRow>(tx, TABLES, [[...fqns]]);
    const seen = await this.visibility.seenOf(inTransaction(tx), actor, rows);
    return new Map(seen.map((row) => [row.fqn, { ...row, names: columnNames(row.columns) }]));
  }
}
