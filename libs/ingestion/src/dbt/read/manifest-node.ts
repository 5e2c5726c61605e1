import { listOf, objectOf, textOf, severityIn, type Json } from '../../event/lenient';
import type { DbtColumn, DbtConstraint, DbtRelation, DbtTest } from '../project';
import { governanceOf, tagsOf } from './governance';

export type ManifestNode =
  | { readonly is: 'relation'; readonly relation: DbtRelation }
  | { readonly is: 'passage'; readonly dependsOn: readonly string[] }
  | { readonly is: 'test'; readonly test: DbtTest }
  | { readonly is: 'nothing' }
  | { readonly is: 'skipped'; readonly reason: string };

const TABLE_TYPES: Readonly<Record<string, string>> = {
  view: 'View',
  materialized_view: 'MaterializedView',
  dynamic_table: 'Dynamic',
};

const BUILT = new Set(['model', 'seed', 'snapshot', 'source']);

/** Reads a member of `nodes` or `sources`, of any version of the manifest since dbt 1.0 (v4). */
export function readNode(id: string, sent: unknown): ManifestNode {
  const node = objectOf(sent);
  const kind = node && (textOf(node.resource_type) ?? id.split('.', 1)[0]);
  if (!node || kind === undefined) return { is: 'skipped', reason: 'it is no object with a resource_type' };
  if (kind === 'test') return { is: 'test', test: testOf(id, node) };
  if (!BUILT.has(kind)) return { is: 'nothing' };
  const materialized = textOf(objectOf(node.config)?.materialized);
  if (materialized === 'ephemeral') return { is: 'passage', dependsOn: dependencies(node) };
  const name = textOf(node.alias) ?? textOf(node.identifier) ?? textOf(node.name);
  const schema = textOf(node.schema);
  if (name === undefined || schema === undefined)
    return { is: 'skipped', reason: `it has no ${name === undefined ? 'name' : 'schema'}` };
  // Engines with two levels have no database: their one level stands for both.
  const database = textOf(node.database) ?? schema;
  return { is: 'relation', relation: { ...relationOf(id, node), database, schema, name, ...typeOf(materialized) } };
}

function typeOf(materialized: string | undefined): Pick<DbtRelation, 'tableType'> {
  return { tableType: (materialized !== undefined && TABLE_TYPES[materialized]) || 'Regular' };
}

function relationOf(id: string, node: Json): Omit<DbtRelation, 'database' | 'schema' | 'name' | 'tableType'> {
  const contract = objectOf(node.contract) ?? objectOf(objectOf(node.config)?.contract);
  const constraints = new TableConstraints(listOf(node.constraints));
  return {
    id,
    columns: Object.values(objectOf(node.columns) ?? {}).flatMap((column) => columnOf(column, constraints)),
    dependsOn: dependencies(node),
    enforced: contract?.enforced === true,
    governance: governanceOf(node),
    ...described(node),
    sql: textOf(node.compiled_code) ?? textOf(node.compiled_sql),
  };
}

function columnOf(sent: unknown, constraints: TableConstraints): DbtColumn[] {
  const column = objectOf(sent);
  const name = textOf(column?.name);
  if (!column || name === undefined) return [];
  const type = textOf(column.data_type);
  const own = listOf(column.constraints);
  const constraint = constraints.strongest(name, own);
  const all = constraints.all(name, own);
  const tags = tagsOf(column);
  return [
    {
      name,
      ...described(column),
      type,
      constraint,
      ...(all.length > 0 && { constraints: all }),
      ...(tags.length > 0 && { tags }),
    },
  ];
}

function dependencies(node: Json): string[] {
  return listOf(objectOf(node.depends_on)?.nodes).filter((id): id is string => typeof id === 'string');
}

function described(holder: Json): { description?: string } {
  const description = textOf(holder.description)?.trim();
  return description ? { description } : {};
}

function testOf(id: string, node: Json): DbtTest {
  const metadata = objectOf(node.test_metadata);
  const column = textOf(node.column_name) ?? textOf(objectOf(metadata?.kwargs)?.column_name);
  // Without attached_node: for `relationships` what it reads last; else the last by id, which dbt's integration of OpenLineage takes, too.
  const read = dependencies(node).filter((one) => !one.startsWith('macro.'));
  const last = metadata?.name === 'relationships' ? read.at(-1) : [...read].sort().at(-1);
  return {
    id,
    name: textOf(node.name) ?? id,
    kind: textOf(metadata?.name) ?? 'singular',
    relation: textOf(node.attached_node) ?? last,
    // Quoted where the project quotes its columns.
    column: column?.replace(/^["`[](.*)["`\]]$/, '$1'),
    ...described(node),
    // dbt writes `ERROR` where the project says nothing.
    severity: severityIn(objectOf(node.config)?.severity),
  };
}

/** The constraints that a node declares of its table as a whole. */
export class TableConstraints {
  /** Types of those over one column, by its name. */
  private readonly alone = new Map<unknown, unknown[]>();
  private readonly inKey = new Set<unknown>();

  constructor(sent: readonly unknown[]) {
    for (const one of sent) {
      const constraint = objectOf(one);
      const columns = listOf(constraint?.columns);
      if (columns.length === 1) this.typesOf(columns[0]).push(constraint?.type);
      if (constraint?.type === 'primary_key') for (const column of columns) this.inKey.add(column);
    }
  }

  /** The strongest constraint of a column; a key over several columns makes none of them unique. */
  strongest(column: string, own: readonly unknown[]): DbtColumn['constraint'] | undefined {
    const types = this.typesAt(column, own);
    if (types.has('primary_key')) return 'PRIMARY_KEY';
    if (types.has('unique')) return 'UNIQUE';
    return types.has('not_null') || this.inKey.has(column) ? 'NOT_NULL' : undefined;
  }

  /** Those that do not follow from each other: a column of a key is not NULL. */
  all(column: string, own: readonly unknown[]): DbtConstraint[] {
    const types = this.typesAt(column, own);
    const isKey = types.has('primary_key') || this.inKey.has(column);
    return [
      ...(isKey ? (['PRIMARY_KEY'] as const) : []),
      ...(types.has('unique') ? (['UNIQUE'] as const) : []),
      ...(types.has('not_null') && !isKey ? (['NOT_NULL'] as const) : []),
    ];
  }

  private typesAt(column: string, own: readonly unknown[]): ReadonlySet<unknown> {
    return new Set([...own.map((one) => objectOf(one)?.type), ...(this.alone.get(column) ?? [])]);
  }

  private typesOf(column: unknown): unknown[] {
    const types = this.alone.get(column) ?? [];
    this.alone.set(column, types);
    return types;
  }
}
