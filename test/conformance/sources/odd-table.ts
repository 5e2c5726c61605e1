/** Kinds of columns of the fixed table; each engine has its own words for them. */
export type ColumnType =
  | 'int'
  | 'bigint'
  | 'decimal'
  | 'double'
  | 'text'
  | 'char'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'timestamptz'
  | 'uuid'
  | 'json'
  | 'array';

export interface OddColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** Numbers beyond 2^53 and decimals as texts, times in epoch ms, days as texts. */
export type OddValue = string | number | boolean | readonly number[] | null;
export type OddRow = Readonly<Record<string, OddValue>>;

export const TABLE = 'Odd "Table`-1\'s';

export const ALL_COLUMNS: readonly OddColumn[] = [
  { name: 'id', type: 'int' },
  { name: 'big', type: 'bigint' },
  { name: 'amount', type: 'decimal' },
  { name: 'score', type: 'double' },
  { name: 'note', type: 'text' },
  { name: 'code', type: 'char' },
  { name: 'flag', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'wall', type: 'timestamp' },
  { name: 'seen', type: 'timestamptz' },
  { name: 'uid', type: 'uuid' },
  { name: 'doc', type: 'json' },
  { name: 'tags', type: 'array' },
  { name: 'nothing', type: 'int' },
  { name: 'select', type: 'int' },
  { name: 'Mixed Case', type: 'text' },
  { name: 'naïve', type: 'int' },
  { name: 'a.b', type: 'int' },
  { name: 'x\'y"z`', type: 'int' },
  { name: '100%', type: 'int' },
];

/** Of an engine without a type the column is left out. */
export const columnsOf = (types: Readonly<Partial<Record<ColumnType, string>>>): OddColumn[] =>
  ALL_COLUMNS.filter(({ type }) => types[type] !== undefined);

const NOTES: readonly (string | null)[] = [
  ...[
    '',
    'a',
    'A',
    'a ',
    ' a',
    'å',
    'é',
    'e\u0301',
    '😀',
    '😀😀',
    "it's",
    'n/a',
    'NaN',
    'null',
    'back\\slash',
    '"quoted"',
    '%_',
    'a\nb',
  ],
  ...['a', null, 'n/a', '--', '/*', '$$', 'ß', 'ss', '7', null],
];
const SCORES: readonly OddValue[] = [0.1, 'NaN', 2.5, 'Infinity', -0, 0, 1e30, null, 7, '-Infinity', 1e-9, 2.5];
const BIGS = [
  '9007199254740993',
  '9007199254740992',
  '-9223372036854775808',
  '9223372036854775807',
  '0',
  null,
  '9007199254740993',
];
const AMOUNTS = ['12.50', '0.01', '-9999999999.99', '9999999999.99', null, '12.50', '100000001.00', '0.00'];
const CODES = ['ab', 'AB', 'abc', null, '😀', 'ab'];
const DAYS = ['2024-02-29', '2024-12-31', '1999-01-01', null, '2024-02-29'];

/** Before any summer time ends twice, so that each clock shows each time once. */
const FIRST_MS = Date.UTC(2024, 5, 1, 10);
const STEP_MS = 3_600_123;
const ROWS = 56;

const pick = <T>(values: readonly T[], index: number): T => values[index % values.length]!;

/** @param hasNaN whether the engine's doubles have NaN and infinity */
export function rowsOf(hasNaN: boolean): OddRow[] {
  return Array.from({ length: ROWS }, (_, index) => ({
    id: index,
    big: pick(BIGS, index),
    amount: pick(AMOUNTS, index),
    score: hasNaN || typeof pick(SCORES, index) !== 'string' ? pick(SCORES, index) : null,
    note: pick(NOTES, index),
    code: pick(CODES, index),
    flag: index % 3 === 0 ? null : index % 2 === 0,
    day: pick(DAYS, index),
    wall: index % 7 === 0 ? null : FIRST_MS + index * STEP_MS,
    seen: index % 5 === 0 ? null : FIRST_MS - index * STEP_MS,
    uid: index % 4 === 0 ? null : `00000000-0000-4000-8000-0000000000${String(index % 50).padStart(2, '0')}`,
    doc: index % 2 ? '{"a": 1}' : null,
    tags: index % 6 === 0 ? null : Array.from({ length: index % 4 }, (_item, place) => place),
    nothing: null,
    select: index % 9,
    'Mixed Case': index % 8 === 0 ? null : `Row ${index % 5}`,
    naïve: index,
    'a.b': index % 11 || null,
    'x\'y"z`': index,
    '100%': 100 - index,
  }));
}

export const NOW = FIRST_MS + 20 * STEP_MS;
