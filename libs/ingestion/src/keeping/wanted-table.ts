import { joinFqn, splitFqn } from '@app/catalog';
import { isObject } from '@app/common';
import { foldName, platformOf, unquotedName, type NameCase } from '@app/datatypes';
import { columnBody, type CatalogColumn } from '../dbt/write/table-columns';
import type { ShownDataset } from '../naming/name.repository';
import { DEFAULT_DATABASE } from '../naming/named-table';

interface WantedLevel {
  readonly fqn: string;
  /** The same for all spellings that the platform takes for one name. */
  readonly like: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The table of a dataset with what it lies in, from the top, as they would be made. */
export interface WantedTable {
  readonly database: WantedLevel;
  readonly databaseSchema: WantedLevel;
  readonly table: WantedLevel;
}

/** Columns of one table: what an event names has no bound. */
const MOST_COLUMNS = 5_000;
/** Service, database, schema, table. */
const DEPTH = 4;

/** The table that a dataset would have, with the names that its platform would give it; undefined where a level is not known. */
export function wantedTable(shown: ShownDataset): WantedTable | undefined {
  const nameCase = platformOf(shown.serviceType ?? undefined).names.tables;
  const target = splitFqn(shown.target) ?? [];
  const parts = shown.parts.flatMap((part) => part ?? []);
  // More levels than a table has: no database is made of several.
  if (parts.length === DEPTH - 1 && parts[0]?.includes('.') && unquotedName(parts[0]) === undefined) return undefined;
  const said = parts.map((part) => storedName(part, nameCase));
  const below = said.length === 2 && target.length === 1 ? [...defaultDatabase(shown.databases ?? []), ...said] : said;
  const [service, database, schema, table, ...more] = [...target, ...below];
  if (!service || !database || !schema || !table || more.length > 0 || target.length >= DEPTH) return undefined;
  const level = (body: WantedLevel['body'], ...names: readonly string[]): WantedLevel => {
    const fqn = joinFqn(undefined, ...names);
    return { fqn, like: foldName(fqn, nameCase === 'blind' ? 'blind' : 'exact'), body };
  };
  const [ofService, ofDatabase] = [joinFqn(undefined, service), joinFqn(undefined, service, database)];
  const databaseSchema = joinFqn(ofDatabase, schema);
  return {
    database: level({ name: database, service: ofService }, service, database),
    databaseSchema: level({ name: schema, database: ofDatabase }, service, database, schema),
    table: level({ name: table, databaseSchema, columns: columnsOf(shown.schema) }, service, database, schema, table),
  };
}

/** A part as the engine would store it: without its quotes as it is, else folded. One that ignores case stores what is written. */
function storedName(part: string, nameCase: NameCase): string {
  return unquotedName(part) ?? (nameCase === 'blind' ? part : foldName(part, nameCase));
}

/** The only database, else the one named `default`; that one is made where there is none. */
function defaultDatabase(databases: readonly string[]): readonly string[] {
  if (databases.length <= 1) return [databases[0] ?? DEFAULT_DATABASE];
  return databases.filter((name) => name === DEFAULT_DATABASE);
}

/** The columns of a facet `schema`, each once, by the types that it writes. */
function columnsOf(schema: unknown): CatalogColumn[] {
  const fields = isObject(schema) && Array.isArray(schema.fields) ? (schema.fields as unknown[]) : [];
  const columns = fields.slice(0, MOST_COLUMNS).flatMap((field) => {
    if (!isObject(field) || typeof field.name !== 'string' || field.name === '') return [];
    const { name, type, description } = field;
    return columnBody({
      name,
      ...(typeof type === 'string' && type !== '' && { type }),
      ...(typeof description === 'string' && { description }),
    });
  });
  return [...new Map(columns.map((column) => [column.name, column])).values()];
}
