import { SourceError, type Listing, type Scope, type Session, type SourceTable } from '@app/sources';
import type { DataWarning } from '../runs/data-run';
import type { DataRunContext } from '../runs/work/data-runner';
import type { CheckedEntity } from './table-checks.repository';

/** The table as the source has it now, with the session that found it. */
export interface FoundTable {
  readonly session: Session;
  /** The config of the database of the source that it lies in. */
  readonly database: unknown;
  readonly table: SourceTable;
}

/** In the database of the source that the catalog calls so; each is read by a session of its own. */
export async function findTable(context: DataRunContext, entity: CheckedEntity): Promise<FoundTable | undefined> {
  const source = context.source();
  const { engine, config, open } = source;
  const first = await open();
  const databases = await engine.databases(first, config);
  const isOne = databases.length === 1;
  if (!isOne) await first.close();
  for (const database of databases) {
    const session = isOne ? first : await open(database);
    const scope: Scope = {
      ...{ schemas: [entity.schema], tables: [entity.table] },
      ...{ includeViews: true, includePartitions: true },
      known: (tables) => source.known(engine.databaseName(database), tables),
    };
    const listing = await engine.introspect(session, database, scope);
    if (listing.database === entity.database) {
      const table = tableOf(listing, entity);
      if (table?.rowSecurity) context.warn(rowSecurityWarning(entity.fqn, { id: entity.id, type: 'table' }));
      return table && { session, database, table };
    }
    await session.close();
  }
  return undefined;
}

/** @throws {SourceError} where it is there, or may be, and cannot be looked into */
export function tableOf(
  { tables, unreadable = [], refusedSchemas }: Listing,
  entity: Pick<CheckedEntity, 'schema' | 'table'>,
): SourceTable | undefined {
  const isIt = ({ schema, name }: { readonly schema: string; readonly name: string }): boolean =>
    schema === entity.schema && name === entity.table;
  const refusal = unreadable.find(isIt);
  if (refusal) throw new SourceError(refusal);
  if (refusedSchemas.includes(entity.schema))
    throw new SourceError({ reason: 'notPermitted', message: `The schema ${entity.schema} may not be looked into` });
  const table = tables.find(isIt);
  if (table?.doubt) throw new SourceError({ reason: 'columnNotFound', message: table.doubt.message });
  return table;
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

/** The warning that a source shows the reader some rows of a table alone. @param about the table, where the catalog has it */
export function rowSecurityWarning(fqn: string, about?: DataWarning['about']): DataWarning {
  return {
    ...{ code: 'rowSecurity', subject: fqn, ...(about && { about }) },
    message:
      'Row-level security of the source applies to the user of the connection: what is found holds for the rows that it sees',
  };
}
