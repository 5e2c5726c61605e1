import type { Column } from '../../ui/text/column-type';
import { insert, isRecord, listOf, put, textOf, type Edit, type Members } from './draft-text';

/** Constraints of a column, as one chooses them. */
export const CONSTRAINTS = {
  none: { label: 'None', words: [] },
  required: { label: 'Required', words: ['NOT_NULL'] },
  unique: { label: 'Unique', words: ['UNIQUE'] },
  requiredUnique: { label: 'Required and unique', words: ['UNIQUE', 'NOT_NULL'] },
  key: { label: 'Primary key', words: ['PRIMARY_KEY'] },
  uniqueKey: { label: 'Primary key and unique', words: ['PRIMARY_KEY', 'UNIQUE'] },
} as const satisfies Record<string, { readonly label: string; readonly words: readonly string[] }>;
export type Constraint = keyof typeof CONSTRAINTS;
const CHOICES = Object.keys(CONSTRAINTS) as Constraint[];

/** A column of the asset or of the draft. */
export interface DraftColumn {
  readonly name: string;
  /** Its index in the section `schema`; absent: it is not promised. */
  readonly at?: number;
  readonly constraint: Constraint;
  /** The column that is shown: of the draft where it is promised, else of the asset. */
  readonly shown: Column;
  /** The column of the asset; absent: it has none of this name. */
  readonly ofAsset?: Column;
}

/** Columns of the asset, then those that the draft promises and the asset does not have. */
export function draftColumns(members: Members, columns: readonly Column[]): DraftColumn[] {
  const stated = listOf(members.schema);
  const promised = new Map<string, Stated>();
  for (const [at, column] of stated.entries())
    if (isRecord(column) && !promised.has(textOf(column.name)))
      promised.set(textOf(column.name), { at, column: column as Column });
  const names = new Set(columns.map(({ name }) => name ?? ''));
  const ofAsset = columns.map((column) => columnOf(column, promised.get(column.name ?? ''), column));
  const others = [...promised].filter(([name]) => !names.has(name)).map(([, one]) => columnOf(one.column, one));
  return [...ofAsset, ...others];
}

interface Stated {
  readonly at: number;
  readonly column: Column;
}

function columnOf(either: Column, stated?: Stated, ofAsset?: Column): DraftColumn {
  const shown = stated?.column ?? either;
  return {
    ...{ name: textOf(shown.name), shown, constraint: constraintOf(shown) },
    ...(stated && { at: stated.at }),
    ...(ofAsset && { ofAsset }),
  };
}

function constraintOf(column: Column): Constraint {
  const { constraint, constraints } = column as Members;
  const words = new Set([constraint, ...listOf(constraints)].map((word) => textOf(word).toUpperCase()));
  if (words.has('PRIMARY_KEY')) words.delete('NOT_NULL');
  const isMet = (choice: Constraint) => CONSTRAINTS[choice].words.every((word) => words.has(word));
  return CHOICES.filter(isMet).at(-1) ?? 'none';
}

/** Promises a column as the asset has it, in the order of the asset; or does so no more. */
export const promise =
  (all: readonly DraftColumn[], column: DraftColumn, isIn: boolean): Edit =>
  (document) => {
    if (!isIn) {
      if (column.at !== undefined) put(document, ['schema', column.at], undefined);
      return;
    }
    if (column.at !== undefined || !column.ofAsset) return;
    const before = all.slice(0, all.indexOf(column)).flatMap(({ at }) => (at === undefined ? [] : [at]));
    insert(document, ['schema'], promisedColumn(column.ofAsset), Math.max(-1, ...before) + 1);
  };

/** Promises all columns of the asset, or none. */
export const promiseAll =
  (all: readonly DraftColumn[], isIn: boolean): Edit =>
  (document) => {
    if (!isIn) put(document, ['schema'], undefined);
    else
      for (const { at, ofAsset } of all)
        if (at === undefined && ofAsset) insert(document, ['schema'], promisedColumn(ofAsset));
  };

/** States the constraint of a promised column, the strongest word first. */
export const constrain =
  (at: number, choice: Constraint): Edit =>
  (document) => {
    const { words } = CONSTRAINTS[choice];
    put(document, ['schema', at, 'constraint'], words[0]);
    put(document, ['schema', at, 'constraints'], words.length > 1 ? [...words] : undefined);
  };

/** The promise of a column: its name and type, with those below it. */
export function promisedColumn(column: Column): Record<string, unknown> {
  const { name, dataType, arrayDataType, dataLength, precision, scale, constraint, children } = column;
  const stated = { name, dataType, arrayDataType, dataLength, precision, scale, constraint };
  return {
    ...Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined && value !== null)),
    ...(children?.length && { children: (children as Column[]).map(promisedColumn) }),
  };
}
