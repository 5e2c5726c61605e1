import { badRequest, isObject } from '@app/common';
import { joinFqn } from '../../fqn';
import { MOST_READ, type ReadEntity, type SchemaOfTables } from './read-entity';

/**
 * The tables of a JSON body: `{"tables": [create body, …]}` as an export gives it, or the list alone.
 * @throws {AppError} BAD_REQUEST before the first table, for anything else, and for more than 100,000 tables
 */
export async function* jsonTables(
  sent: unknown,
  databaseSchema: SchemaOfTables | undefined,
): AsyncGenerator<ReadEntity, void> {
  const tables = listIn(sent);
  if (tables.length > MOST_READ)
    throw badRequest(`The body has ${tables.length} tables; at most ${MOST_READ} can be sent at once`);
  for (const [i, table] of tables.entries()) {
    const body: unknown = isObject(table) ? within(table, databaseSchema) : table;
    const { name, databaseSchema: schema } = (isObject(table) ? body : {}) as Record<string, unknown>;
    const isNamed = typeof name === 'string' && typeof schema === 'string';
    yield {
      rows: 1,
      ...(isNamed ? { name: joinFqn(schema, name) } : {}),
      body,
      faults: [],
      locationOf: (field) => ({ line: i + 1, field }),
    };
  }
}

function within(table: object, databaseSchema: SchemaOfTables | undefined): object {
  if (!databaseSchema) return table;
  const { fqn, isForAll } = databaseSchema;
  return isForAll ? { ...table, databaseSchema: fqn } : { databaseSchema: fqn, ...table };
}

function listIn(sent: unknown): readonly unknown[] {
  if (Array.isArray(sent)) return sent;
  const { tables, ...rest } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>;
  if (Array.isArray(tables) && !Object.keys(rest).length) return tables;
  throw badRequest(
    'The body must be CSV (Content-Type: text/csv), {"tables": [create body, …]} and nothing else, or the list alone',
  );
}
