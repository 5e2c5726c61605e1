import type { SuggestedLine } from '@app/suggestions';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1, 3);

interface Seen {
  readonly valuesCount: number;
  readonly nullCount: number;
  readonly uniqueCount: number;
  readonly min?: number;
  readonly max?: number;
  readonly categories?: readonly string[];
}

export interface Profile {
  readonly timestamp: number;
  readonly rowCount: number;
  readonly columns: Readonly<Record<string, Seen>>;
}

interface Column {
  readonly name: string;
  readonly kind: (typeof KINDS)[number];
}

/** Kinds of columns; the last three follow no rule but that they seem to for a while. */
const KINDS = ['key', 'filled', 'code', 'amount', 'optional', 'balance', 'text', 'growing', 'coming'] as const;

const RULES: Readonly<Record<Column['kind'], readonly string[]>> = {
  key: ['schema.$.constraint', 'tests.columnValuesToBeUnique.$'],
  filled: ['schema.$.constraint'],
  code: ['schema.$.constraint', 'tests.columnValuesToBeInSet.$'],
  amount: ['schema.$.constraint', 'tests.columnValuesToBeBetween.$'],
  optional: ['tests.columnValuesToBeBetween.$'],
  balance: ['tests.columnValuesToBeBetween.$'],
  text: [],
  growing: [],
  coming: [],
};

/** Paths of the lines that are true of the table. */
export const plantedOf = (columns: readonly Column[]): string[] => [
  ...columns.flatMap(({ name, kind }) => RULES[kind].map((path) => path.replace('$', name))),
  'tests.tableRowCountToBeBetween',
];

/** mulberry32: small, and good enough for choices. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A table of columns of each kind, profiled once a day. */
export function history(seed: number, days: number): { columns: readonly Column[]; profiles: readonly Profile[] } {
  const random = randomOf(seed);
  const between = (low: number, high: number): number => Math.floor(low + random() * (high - low + 1));
  const columns = KINDS.map((kind, at) => ({ name: `c${at}`, kind }));
  const size = between(500, 50_000);
  const words = Array.from({ length: between(2, 12) }, (_, at) => `w${at}`);
  const [low, span] = [between(-500, 500), between(50, 5_000)];
  const profiles = Array.from({ length: days }, (_, day) => {
    const rowCount = Math.round(size * (0.95 + 0.1 * random()));
    const seenOf = ({ kind }: Column): Seen => {
      const nulls = kind === 'optional' || kind === 'balance' || kind === 'text' ? between(1, rowCount / 10) : 0;
      const valuesCount = rowCount - nulls;
      const seen = {
        valuesCount,
        nullCount: nulls,
        uniqueCount: kind === 'key' ? valuesCount : between(2, valuesCount / 2),
      };
      const inside = { min: low + between(0, span / 30), max: low + span - between(0, span / 30) };
      switch (kind) {
        case 'amount':
        case 'optional':
        case 'balance':
          return { ...seen, ...inside };
        case 'code':
          return { ...seen, categories: words };
        case 'growing':
          return { ...seen, nullCount: between(0, 1), min: 0, max: 100 + 20 * day };
        case 'coming':
          return { ...seen, nullCount: between(0, 1), categories: [...words, `day${day}`] };
        case 'key':
        case 'filled':
        case 'text':
          return seen;
      }
    };
    const entries = columns.map((column) => [column.name, seenOf(column)] as const);
    return { timestamp: START + day * DAY + between(0, 3_600_000), rowCount, columns: Object.fromEntries(entries) };
  });
  return { columns, profiles };
}

/** Whether a profile shows what a line says there is not. */
export function isBroken({ path, value }: SuggestedLine, { rowCount, columns }: Profile): boolean {
  const [kind = '', second = '', third = ''] = path.split('.');
  const bounds = value as { minValue: string; maxValue: string; allowedValues: string };
  const isOutside = (one: number): boolean => one < Number(bounds.minValue) || one > Number(bounds.maxValue);
  if (second === 'tableRowCountToBeBetween') return isOutside(rowCount);
  const seen = columns[kind === 'tests' ? third : second]!;
  if (value === 'NOT_NULL') return seen.nullCount > 0;
  if (value === 'UNIQUE' || second === 'columnValuesToBeUnique') return seen.uniqueCount < seen.valuesCount;
  if (second === 'columnValuesToBeBetween') return isOutside(seen.min!) || isOutside(seen.max!);
  const allowed = JSON.parse(bounds.allowedValues) as readonly string[];
  return (seen.categories ?? []).some((word) => !allowed.includes(word));
}
