import { objectOf, textOf } from '../../event/lenient';
import type { DbtColumn, DbtRelation } from '../project';

/** What the database says of a relation. */
export interface CatalogEntry {
  readonly names: { readonly database?: string; readonly schema?: string; readonly name?: string };
  readonly columns: readonly DbtColumn[];
}

/** Reads a member of `nodes` or `sources` of catalog.json. */
export function catalogEntry(sent: unknown): CatalogEntry {
  const { metadata, columns } = objectOf(sent) ?? {};
  const { database, schema, name } = objectOf(metadata) ?? {};
  const names = { database: textOf(database), schema: textOf(schema), name: textOf(name) };
  const listed = Object.values(objectOf(columns) ?? {}).flatMap((one) => {
    const column = objectOf(one);
    const own = textOf(column?.name);
    const [type, comment] = [textOf(column?.type), textOf(column?.comment)];
    if (!column || own === undefined) return [];
    const place = typeof column.index === 'number' ? column.index : Number.MAX_SAFE_INTEGER;
    return [{ place, column: { name: own, ...(type && { type }), ...(comment && { description: comment }) } }];
  });
  return { names, columns: listed.sort((a, b) => a.place - b.place).map(({ column }) => column) };
}

/** The database knows how things are spelled and typed; the project what they mean. */
export function withCatalog(relation: DbtRelation, entry: CatalogEntry | undefined): DbtRelation {
  if (!entry) return relation;
  const { names } = entry;
  const documented = new Map(relation.columns.map((column) => [column.name.toLowerCase(), column]));
  const columns = entry.columns.map((column) => {
    const { description, constraint } = documented.get(column.name.toLowerCase()) ?? {};
    return { ...column, ...(description && { description }), ...(constraint && { constraint }) };
  });
  const listed = new Set(entry.columns.map(({ name }) => name.toLowerCase()));
  const further = relation.columns.filter(({ name }) => !listed.has(name.toLowerCase()));
  return {
    ...relation,
    database: names.database ?? relation.database,
    schema: names.schema ?? relation.schema,
    name: names.name ?? relation.name,
    columns: [...columns, ...further],
  };
}
