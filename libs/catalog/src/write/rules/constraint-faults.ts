import { invalidFields, type AppError, type ErrorDetail } from '@app/common';
import { joinFqn, splitFqn } from '../../fqn';
import type { NamedPart } from '../../schema/named-parts';
import type { JudgedBody } from '../../definition/entity-document';

interface Constraint {
  readonly columns?: readonly string[];
  readonly referredColumns?: readonly string[];
}

export interface TableRow {
  readonly id: string;
  readonly type: string;
  readonly fqn: string;
  readonly columns: NamedPart[];
}

/** A table with every accepted spelling of its columns. */
export interface ReferredTable extends TableRow {
  readonly names: ReadonlySet<string>;
}

export interface Mention {
  readonly field: string;
  readonly name: string;
}

/** Service, database, schema, table: the parts of a column's FQN that name its table. */
const TABLE_NAMES = 4;
/** Maximum number of columns listed in an error. */
const NAMED = 20;

/** BAD_REQUEST where a constraint names no column of the table, or none of a table that is in the catalog. @param tables by FQN */
export function constraintFaults(
  body: JudgedBody,
  referred: readonly Mention[],
  tables: ReadonlyMap<string, ReferredTable>,
): AppError | undefined {
  const faults = [...ownFaults(body), ...referredFaults(referred, body, tables)];
  return faults.length ? invalidFields(faults) : undefined;
}

/** FQNs of the tables that constraints refer to. */
export function tablesIn(mentions: readonly Mention[]): ReadonlySet<string> {
  return new Set(mentions.flatMap(({ name }) => tableOf(name) ?? []));
}

function ownFaults({ attributes, previous }: JudgedBody): ErrorDetail[] {
  const mentions = mentionsIn(attributes, 'columns');
  if (!mentions.length) return [];
  const names = columnNames(columnsOf(attributes));
  const before = previous && columnNames(columnsOf(previous));
  const stood = new Set(previous ? mentionsIn(previous, 'columns').map(({ name }) => name) : []);
  return mentions
    .filter(({ name }) => !names.has(name) && !(stood.has(name) && !before?.has(name)))
    .map(({ field, name }) => ({ field, message: `the table has no column ${name}; ${known(columnsOf(attributes))}` }));
}

/** The columns of other tables that the constraints of a body refer to and did not before. */
export function newlyReferred({ attributes, previous }: JudgedBody): Mention[] {
  const stood = new Set(previous ? mentionsIn(previous, 'referredColumns').map(({ name }) => name) : []);
  return mentionsIn(attributes, 'referredColumns').filter(({ name }) => !stood.has(name));
}

/** A table may reference itself, including columns added by this write. */
function referredFaults(
  mentions: readonly Mention[],
  { attributes }: JudgedBody,
  tables: ReadonlyMap<string, ReferredTable>,
): ErrorDetail[] {
  if (!mentions.length) return [];
  const own = columnNames(columnsOf(attributes));
  return mentions.flatMap(({ field, name }) => {
    const table = tables.get(tableOf(name) ?? '');
    if (!table || own.has(name) || table.names.has(name)) return [];
    const column = name.slice(table.fqn.length + 1);
    return [{ field, message: `the table ${table.fqn} has no column ${column}; ${known(table.columns)}` }];
  });
}

function mentionsIn(document: Readonly<Record<string, unknown>>, member: keyof Constraint): Mention[] {
  const constraints = (document.tableConstraints ?? []) as readonly Constraint[];
  return constraints.flatMap((constraint, i) =>
    (constraint[member] ?? []).map((name, j) => ({ field: `tableConstraints[${i}].${member}[${j}]`, name })),
  );
}

function columnsOf(document: Readonly<Record<string, unknown>>): readonly NamedPart[] {
  return (document.columns ?? []) as readonly NamedPart[];
}

/** FQN of the table in the FQN of a column; undefined for a malformed FQN. */
function tableOf(column: string): string | undefined {
  const names = splitFqn(column);
  return names && names.length > TABLE_NAMES ? joinFqn(undefined, ...names.slice(0, TABLE_NAMES)) : undefined;
}

function known(columns: readonly NamedPart[]): string {
  if (!columns.length) return 'it has none';
  const names = columns.slice(0, NAMED).map(({ name }) => name);
  return `it has ${names.join(', ')}${columns.length > NAMED ? ` and ${columns.length - NAMED} more` : ''}`;
}

/** Every accepted spelling of the columns: names, paths with and without quotes, FQNs. */
export function columnNames(columns: readonly NamedPart[]): Set<string> {
  const names = new Set<string>();
  const add = (parts: readonly NamedPart[], above: readonly string[]): void => {
    for (const { name, fullyQualifiedName, children = [] } of parts) {
      if (name === undefined) continue;
      const path = [...above, name];
      for (const spelling of [name, path.join('.'), joinFqn(undefined, ...path), fullyQualifiedName])
        if (spelling !== undefined) names.add(spelling);
      add(children, path);
    }
  };
  add(columns, []);
  return names;
}
