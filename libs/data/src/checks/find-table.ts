import { SourceError, type Listing, type Session, type SourceTable } from '@app/sources';
import type { DataRunContext } from '../runs/work/data-runner';
import type { CheckedEntity } from './table-checks.repository';

/** The table as the source has it now, with the session that found it. */
export interface FoundTable {
  readonly session: Session;
  readonly table: SourceTable;
}

/** In the database of the source that the catalog calls so; each is read by a session of its own. */
export async function findTable(context: DataRunContext, entity: CheckedEntity): Promise<FoundTable | undefined> {
  const { engine, config, open } = context.source();
  const scope = {
    ...{ schemas: [entity.schema], tables: [entity.table] },
    ...{ includeViews: true, includePartitions: true },
  };
  const first = await open();
  const databases = await engine.databases(first, config);
  const isOne = databases.length === 1;
  if (!isOne) await first.close();
  for (const database of databases) {
    const session = isOne ? first : await open(database);
    const listing = await engine.introspect(session, database, scope);
    if (listing.database === entity.database) {
      const table = tableOf(listing, entity);
      return table && { session, table };
    }
    await session.close();
  }
  return undefined;
}

/** @throws {SourceError} where it is there, or may be, and cannot be looked into */
function tableOf({ tables, unreadable = [], refusedSchemas }: Listing, entity: CheckedEntity): SourceTable | undefined {
  const isIt = ({ schema, name }: { readonly schema: string; readonly name: string }): boolean =>
    schema === entity.schema && name === entity.table;
  const refusal = unreadable.find(isIt);
  if (refusal) throw new SourceError(refusal);
  if (refusedSchemas.includes(entity.schema))
    throw new SourceError({ reason: 'notPermitted', message: `The schema ${entity.schema} may not be looked into` });
  return tables.find(isIt);
}

/** @throws {SourceError} `tableNotFound` */
export async function requireTable(context: DataRunContext, entity: CheckedEntity): Promise<FoundTable> {
  const found = await findTable(context, entity);
  if (found) return found;
  throw new SourceError({
    reason: 'tableNotFound',
    message: `The source has no table ${entity.table} in the schema ${entity.schema}`,
  });
}
