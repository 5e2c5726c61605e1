import { oncePer } from '@app/common';
import type { NameCase } from './name-cases';
import { type NamedOne, NameIndex } from './name-index';

export interface ColumnTree {
  readonly name: string;
  readonly children?: readonly ColumnTree[];
}

/** A column, or a field, with the names that lead to it, the outermost first. */
export interface FoundColumn<Column> {
  readonly column: Column;
  readonly names: readonly string[];
}

const indexing = (nameCase: NameCase): ((columns: readonly ColumnTree[]) => NameIndex<ColumnTree>) =>
  oncePer((columns: readonly ColumnTree[]) => new NameIndex(columns, ({ name }) => name, nameCase));

const INDEXES: Readonly<Record<NameCase, ReturnType<typeof indexing>>> = {
  foldsDown: indexing('foldsDown'),
  foldsUp: indexing('foldsUp'),
  blind: indexing('blind'),
  exact: indexing('exact'),
};

/** Returns the column of one level that a name means. The index of a list is made once, so the list may not change. */
export function columnNamed<Column extends ColumnTree>(
  columns: readonly Column[],
  name: string,
  nameCase: NameCase,
): NamedOne<Column> {
  return INDEXES[nameCase](columns).find(name) as NamedOne<Column>;
}

/**
 * Returns the column that a path means: as names, or as a text whose parts may be quoted. A column whose own name reads like a text wins
 * over that field.
 */
export function columnAt<Column extends ColumnTree>(
  columns: readonly Column[],
  path: string | readonly string[],
  nameCase: NameCase,
): NamedOne<FoundColumn<Column>> {
  return typeof path === 'string' ? atText(columns, path, nameCase) : atNames(columns, path, nameCase);
}

type Found<Column> = NamedOne<FoundColumn<Column>>;

function atNames<Column extends ColumnTree>(
  columns: readonly Column[],
  names: readonly string[],
  nameCase: NameCase,
): Found<Column> {
  const [name = '', ...rest] = names;
  const first = columnNamed(columns, name, nameCase);
  if (rest.length === 0) return first.found ? only(first.found) : candidates(first);
  const field = first.found ? below(first.found, atNames(fieldsOf(first.found), rest, nameCase)) : candidates(first);
  const own = field.found ? undefined : columnNamed(columns, names.join('.'), 'exact').found;
  return own ? only(own) : field;
}

function atText<Column extends ColumnTree>(
  columns: readonly Column[],
  text: string,
  nameCase: NameCase,
): Found<Column> {
  const own = columnNamed(columns, text, nameCase);
  if (own.found) return only(own.found);
  let missing: Found<Column> = candidates(own);
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) {
    const first = columnNamed(columns, text.slice(0, dot), nameCase);
    if (!first.found) continue;
    const field = below(first.found, atText(fieldsOf(first.found), text.slice(dot + 1), nameCase));
    if (field.found) return field;
    if (field.among.length > 0) missing = field;
  }
  return missing;
}

/** The fields of a column are columns of its kind. */
const fieldsOf = <Column extends ColumnTree>({ children }: Column): readonly Column[] =>
  (children ?? NO_FIELDS) as readonly Column[];

const NO_FIELDS: readonly ColumnTree[] = [];

const alone = <Column extends ColumnTree>(column: Column): FoundColumn<Column> => ({ column, names: [column.name] });

const only = <Column extends ColumnTree>(column: Column): Found<Column> => ({ found: alone(column) });

const candidates = <Column extends ColumnTree>({ among = [] }: NamedOne<Column>): Found<Column> => ({
  among: among.map(alone),
});

function below<Column extends ColumnTree>(column: Column, field: Found<Column>): Found<Column> {
  const inside = (one: FoundColumn<Column>): FoundColumn<Column> => ({ ...one, names: [column.name, ...one.names] });
  return field.found ? { found: inside(field.found) } : { among: field.among.map(inside) };
}
