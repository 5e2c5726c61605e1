import { Principals } from '@app/auth';
import { joinFqn, splitFqn, Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import {
  endsTheReading,
  referredTable,
  SourceError,
  type Check,
  type ReferredTable,
  type ReferredTables as FoundTables,
  type UnreadTable,
} from '@app/sources';
import { Injectable } from '@nestjs/common';
import type { DataRunContext } from '../runs/work/data-runner';
import { namedBeside, type NamedTable } from './computed-subject';
import { tableOf, type FoundTable } from '../tables/find-table';
import type { CheckedEntity } from '../tables/table-checks.repository';

const NODE_OF_TABLE = {
  name: 'referred-table',
  text: `select e.id::text from entity e where e.type = 'table' and md5(e.fqn)::uuid = md5($1)::uuid and e.fqn = $1`,
};

/** Finds the other tables that checks refer to, in the session of the table that is checked. */
@Injectable()
export class ReferredTables {
  constructor(
    private readonly database: Database,
    private readonly principals: Principals,
    private readonly visibility: Visibility,
  ) {}

  /** Each by the text that names it. One that the asker may not see is one that is not there. @throws {SourceError} where the source is away */
  async of(
    context: DataRunContext,
    entity: CheckedEntity,
    found: FoundTable,
    checks: readonly Check[],
  ): Promise<FoundTables> {
    const texts = new Set(checks.flatMap((check) => referredTable(check) ?? []));
    const tables = new Map<string, ReferredTable | UnreadTable>();
    if (texts.size === 0) return tables;
    const asker = await this.principals.find({
      ...{ who: { name: context.run.requestedBy }, addedRoles: [], mayAdministrate: true },
    });
    for (const text of texts) tables.set(text, await this.find(context, entity, found, text, asker));
    return tables;
  }

  private async find(
    context: DataRunContext,
    entity: CheckedEntity,
    found: FoundTable,
    text: string,
    asker: Actor | undefined,
  ): Promise<ReferredTable | UnreadTable> {
    const named = namedBeside(entity, text);
    if (!named)
      return { reason: 'tableNotFound', message: `${text} names no table of the database ${entity.database}` };
    const isSeen = asker !== undefined && (await this.isSeen(asker, entity, named));
    try {
      const table = isSeen ? await inSource(context, found, named) : undefined;
      return table ?? { reason: 'tableNotFound', message: `The source has no table ${text} beside ${entity.table}` };
    } catch (error) {
      if (!(error instanceof SourceError) || endsTheReading(error.reason)) throw error;
      return { reason: error.reason, message: error.message };
    }
  }

  /** An asker from whom nothing is hidden may name tables that the catalog does not have as well. */
  private async isSeen(asker: Actor, { fqn }: CheckedEntity, { schema, table }: NamedTable): Promise<boolean> {
    if (!this.visibility.isRestricted(asker)) return true;
    const [service = '', database = ''] = splitFqn(fqn) ?? [];
    const other = joinFqn(undefined, service, database, schema, table);
    const [row] = await this.database.read<{ id: string }>(NODE_OF_TABLE, [other]);
    if (!row) return false;
    return (await this.visibility.seenOf(this.database, asker, [{ id: row.id, type: 'table' }])).length > 0;
  }
}

async function inSource(
  context: DataRunContext,
  { session, database }: FoundTable,
  named: NamedTable,
): Promise<ReferredTable | undefined> {
  const scope = { schemas: [named.schema], tables: [named.table], includeViews: true, includePartitions: true };
  const listing = await context.source().engine.introspect(session, database, scope);
  const table = tableOf(listing, named);
  return table && { schema: table.schema, table: table.name, columns: table.columns };
}
