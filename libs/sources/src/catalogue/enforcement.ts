import type { SourceConstraint, SourceTable, TableKind } from './source-table';

/** The constraints that an engine enforces: what a table declares of them is true of its rows. */
export interface Enforcement {
  readonly notNull: boolean;
  /** UNIQUE and PRIMARY_KEY. */
  readonly unique: boolean;
  readonly foreignKeys?: true;
  /** A PRIMARY_KEY whose columns may be NULL even so. */
  readonly nullableKeys?: true;
}

const NONE: Enforcement = { notNull: false, unique: false };

/** By the type of a service; others enforce nothing. */
const ENGINES: Readonly<Record<string, Enforcement>> = {
  ...each('Postgres Timescale Cockroach Greenplum Mysql MariaDB Mssql AzureSQL Oracle Db2', {
    notNull: true,
    unique: true,
    foreignKeys: true,
  }),
  SQLite: { notNull: true, unique: true, nullableKeys: true },
  ...each(
    'SingleStore Redshift Snowflake BigQuery Databricks UnityCatalog Synapse Fabric Vertica Exasol Doris StarRocks Clickhouse',
    { notNull: true, unique: false },
  ),
};

function each(names: string, enforcement: Enforcement): Record<string, Enforcement> {
  return Object.fromEntries(names.split(' ').map((name) => [name, enforcement]));
}

/** Rows of these are made elsewhere. */
const UNENFORCED: ReadonlySet<string> = new Set<TableKind | 'SecureView'>([
  ...(['View', 'MaterializedView', 'Foreign', 'External'] as const),
  'SecureView',
]);

/** The constraints that are enforced on a table. @param kind its type, as the catalog or the source says it */
export function enforcementOf(serviceType: string, kind: string | undefined): Enforcement {
  if (kind !== undefined && UNENFORCED.has(kind)) return NONE;
  return (Object.hasOwn(ENGINES, serviceType) ? ENGINES[serviceType] : undefined) ?? NONE;
}

/** Whether an engine checks NOT NULL alone: other constraints are declarations, and to read them groups whole tables. */
export const declaresKeys = (serviceType: string): boolean => {
  const { notNull, unique } = enforcementOf(serviceType, undefined);
  return notNull && !unique;
};

/** The constraints of a table, by the names of its columns. */
export interface DeclaredConstraints {
  readonly notNull: ReadonlySet<string>;
  /** PRIMARY_KEY and UNIQUE: sets of columns. */
  readonly keys: readonly (readonly string[])[];
  readonly references: readonly ForeignKey[];
}

type ForeignKey = Extract<SourceConstraint, { type: 'FOREIGN_KEY' }>;

/** The declared constraints of a table, in the source as it is now. */
export function declaredIn({
  columns,
  constraints,
}: Pick<SourceTable, 'columns' | 'constraints'>): DeclaredConstraints {
  return {
    notNull: new Set(columns.filter(({ isNullable }) => !isNullable).map(({ name }) => name)),
    keys: constraints.flatMap((one) => (one.type === 'FOREIGN_KEY' ? [] : [one.columns])),
    references: constraints.filter((one) => one.type === 'FOREIGN_KEY'),
  };
}

/** The declared constraints of which the engine takes care. */
export function enforced({ notNull, keys, references }: DeclaredConstraints, by: Enforcement): DeclaredConstraints {
  return {
    notNull: by.notNull ? notNull : new Set(),
    keys: by.unique ? keys : [],
    references: by.foreignKeys ? references : [],
  };
}

/** Whether the constraints say that no value of the column comes twice. */
export const saysUnique = ({ keys }: DeclaredConstraints, column: string): boolean =>
  keys.some((columns) => columns.length === 1 && columns[0] === column);

/** Whether they say that the columns are a key: a smaller key, none of whose columns may be NULL, says so of a larger one. */
export function sayKey({ notNull, keys }: DeclaredConstraints, columns: readonly string[]): boolean {
  const key = new Set(columns);
  const isUnique = keys.some((one) => one.every((name) => key.has(name)));
  return isUnique && columns.every((name) => notNull.has(name));
}

/** Whether they say that the values of columns are those of columns of another table: by a foreign key of these columns and no others. */
export function sayReference(
  { references }: DeclaredConstraints,
  columns: readonly string[],
  to: { readonly schema: string; readonly table: string; readonly columns: readonly string[] },
): boolean {
  const pairs = (from: readonly string[], referred: readonly string[]): string =>
    JSON.stringify(from.map((name, index) => [name, referred[index]]).sort());
  return references.some(
    (key) =>
      key.referred.schema === to.schema &&
      key.referred.table === to.table &&
      pairs(key.columns, key.referred.columns) === pairs(columns, to.columns),
  );
}
