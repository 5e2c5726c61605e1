/** A column of an asset and of a contract, as far as the schema check looks at it. */
export interface Column {
  readonly name: string;
  readonly dataType: string;
  readonly dataLength?: number;
  readonly constraint?: string;
  readonly children?: readonly Column[];
}

/** Columns after a change, and the fields that the check must name for it, by the policy that it is checked under. */
export interface Mutated {
  readonly columns: readonly Column[];
  /** Under the policy that forbids extra columns, compares types exactly and wants the order. */
  readonly strictly: readonly string[];
  /** Under the default policy: families of types, extra columns allowed, any order. */
  readonly leniently: readonly string[];
}

/** Whole numbers below `limit`, from a seed: the same in every run (mulberry32). */
export type Dice = (limit: number) => number;

export function dice(seed: number): Dice {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  };
}

type Mutation = (columns: readonly Column[], at: number, roll: Dice) => Mutated | undefined;

/** One type of another family for each that the schemas use. */
const OTHER_FAMILY: Readonly<Record<string, string>> = {
  INT: 'VARCHAR',
  FLOAT: 'DATE',
  DATE: 'BIGINT',
  DATETIME: 'BOOLEAN',
  VARCHAR: 'INT',
  TEXT: 'DECIMAL',
};
/** A wider type of the same family, where it is not the same type under another word. */
const WIDER: Readonly<Record<string, string>> = {
  INT: 'BIGINT',
  FLOAT: 'DOUBLE',
  DATE: 'TIMESTAMP',
  TEXT: 'ENUM',
};

/** A column with all that lies in it. */
function pathsOf({ name, children = [] }: Column): string[] {
  return [name, ...children.flatMap(pathsOf).map((path) => `${name}.${path}`)];
}

function replaced(columns: readonly Column[], at: number, ...by: readonly Column[]): Column[] {
  return [...columns.slice(0, at), ...by, ...columns.slice(at + 1)];
}

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  drop: (columns, at) => {
    const gone = pathsOf(columns[at]!);
    return { columns: replaced(columns, at), strictly: gone, leniently: gone };
  },
  rename: (columns, at) => {
    const column = columns[at]!;
    const name = `${column.name}_renamed`;
    const gone = pathsOf(column);
    return { columns: replaced(columns, at, { ...column, name }), strictly: [...gone, name], leniently: gone };
  },
  retype: (columns, at) => {
    const column = columns[at]!;
    const dataType = OTHER_FAMILY[column.dataType];
    if (!dataType) return undefined;
    const named = [column.name];
    return { columns: replaced(columns, at, { ...column, dataType }), strictly: named, leniently: named };
  },
  'retype to a wider type': (columns, at) => {
    const { dataLength, ...column } = columns[at]!;
    const dataType = dataLength === undefined ? WIDER[column.dataType] : 'TEXT';
    if (!dataType) return undefined;
    return { columns: replaced(columns, at, { ...column, dataType }), strictly: [column.name], leniently: [] };
  },
  resize: (columns, at) => {
    const column = columns[at]!;
    if (column.dataLength === undefined) return undefined;
    const resized = { ...column, dataLength: column.dataLength + 1 };
    return { columns: replaced(columns, at, resized), strictly: [column.name], leniently: [] };
  },
  null: (columns, at) => {
    const { constraint, ...column } = columns[at]!;
    if (constraint === undefined) return undefined;
    return { columns: replaced(columns, at, column), strictly: [column.name], leniently: [column.name] };
  },
  nest: (columns, at) => {
    const column = columns[at]!;
    const name = `${column.name}_group`;
    const gone = pathsOf(column);
    const group = { name, dataType: 'STRUCT', children: [column] };
    return { columns: replaced(columns, at, group), strictly: [...gone, name], leniently: gone };
  },
  // Two columns change places; what lies between them keeps its own.
  reorder: (columns, at, roll) => {
    const other = roll(columns.length);
    if (other === at) return undefined;
    const [one, two] = [columns[at]!, columns[other]!];
    const named = [one.name, two.name];
    return { columns: replaced(replaced(columns, at, two), other, one), strictly: named, leniently: [] };
  },
  duplicate: (columns, at) => {
    const column = columns[at]!;
    const named = [column.name];
    return { columns: replaced(columns, at, column, column), strictly: named, leniently: named };
  },
  add: (columns, at) => {
    const added = { name: `${columns[at]!.name}_added`, dataType: 'INT' };
    return { columns: [...columns, added], strictly: [added.name], leniently: [] };
  },
};

/** One random change that can be made to a random column. */
export function mutate(columns: readonly Column[], roll: Dice): Mutated & { readonly kind: string } {
  const kinds = Object.keys(MUTATIONS);
  for (;;) {
    const kind = kinds[roll(kinds.length)]!;
    const mutated = MUTATIONS[kind]!(columns, roll(columns.length), roll);
    if (mutated) return { ...mutated, kind };
  }
}

/** The same inside one of the columns that have columns of their own; as on the top where none has. */
export function mutateInside(columns: readonly Column[], roll: Dice): Mutated & { readonly kind: string } {
  const nested = columns.flatMap(({ children }, at) => (children?.length ? [at] : []));
  if (!nested.length) return mutate(columns, roll);
  const at = nested[roll(nested.length)]!;
  const parent = columns[at]!;
  const inner = mutate(parent.children!, roll);
  const below = (path: string): string => `${parent.name}.${path}`;
  return {
    kind: inner.kind,
    columns: replaced(columns, at, { ...parent, children: inner.columns }),
    strictly: inner.strictly.map(below),
    leniently: inner.leniently.map(below),
  };
}
