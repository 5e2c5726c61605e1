import fc from 'fast-check';
import type { ContractColumn } from '../../document/contract-document';
import { diffContracts } from '../../registry/contract-diff';

const column = (logicalTypeOptions: object, dataType = 'INT'): ContractColumn => ({
  name: 'v',
  dataType,
  extension: { logicalTypeOptions },
});
const listed = (values?: unknown): ContractColumn => ({
  name: 'v',
  dataType: 'STRING',
  ...(values !== undefined && { extension: { enum: values } }),
});
const told = (before: ContractColumn, after: ContractColumn): string =>
  diffContracts({ schema: [before] }, { schema: [after] })
    .map(({ path, compatibility }) => `${path.slice('schema.v.'.length)} ${compatibility}`)
    .join(', ');
const verdict = (before: ContractColumn[], after: ContractColumn[]): string => {
  const words = diffContracts({ schema: before }, { schema: after }).map(
    ({ compatibility }) => compatibility as string,
  );
  return ['breaking', 'compatible'].find((word) => words.includes(word)) ?? 'info';
};

describe('options of a column', () => {
  it.each<[object, object, string]>([
    [{ minimum: 0 }, {}, 'minimum breaking'],
    [{}, { minimum: 0 }, 'minimum compatible'],
    [{ minimum: 0 }, { minimum: -1 }, 'minimum breaking'],
    [{ minimum: 0 }, { minimum: 1 }, 'minimum compatible'],
    [{ maximum: 100 }, { maximum: 101 }, 'maximum breaking'],
    [{ exclusiveMinimum: 0 }, { minimum: 0 }, 'minimum breaking, exclusiveMinimum breaking'],
    [{ minimum: 0 }, { exclusiveMinimum: 0 }, 'minimum compatible, exclusiveMinimum compatible'],
    [{ minimum: 1, exclusiveMinimum: 0 }, { minimum: 1 }, 'exclusiveMinimum info'],
    [{ minimum: 0 }, { minimum: 0, exclusiveMinimum: true }, 'exclusiveMinimum compatible'],
    [{ maximum: 9, exclusiveMaximum: true }, { exclusiveMaximum: 9 }, 'exclusiveMaximum info, maximum info'],
    [{ minimum: '2024-01-01' }, { minimum: '2024-01-01T00:00:00Z' }, 'minimum info'],
    [{ maximum: '2024-01-01' }, { maximum: '2025-01-01' }, 'maximum breaking'],
    [{ maximum: '2024-01-01' }, { maximum: 5 }, 'maximum breaking'],
    [{ maximum: 'x' }, { maximum: 'y' }, 'maximum breaking'],
    [{ maxLength: 10 }, { maxLength: 9 }, 'maxLength compatible'],
    [{ minLength: 2 }, { minLength: 1 }, 'minLength breaking'],
    [{ minLength: 0 }, {}, 'minLength info'],
    [{ minItems: 1 }, { minItems: 2 }, 'minItems compatible'],
    [{ maxItems: 1 }, { maxItems: 2 }, 'maxItems breaking'],
    [{ multipleOf: 10 }, { multipleOf: 20 }, 'multipleOf compatible'],
    [{ multipleOf: 10 }, { multipleOf: 5 }, 'multipleOf breaking'],
    [{ multipleOf: 10 }, { multipleOf: 15 }, 'multipleOf breaking'],
    [{ multipleOf: 0.1 }, { multipleOf: 0.3 }, 'multipleOf compatible'],
    [{ multipleOf: 10 }, {}, 'multipleOf breaking'],
    [{ pattern: '^a' }, { pattern: '^b' }, 'pattern breaking'],
    [{ pattern: '^a' }, {}, 'pattern breaking'],
    [{}, { pattern: '^a' }, 'pattern compatible'],
    [{ uniqueItems: true }, {}, 'uniqueItems breaking'],
    [{ uniqueItems: true }, { uniqueItems: false }, 'uniqueItems breaking'],
    [{ uniqueItems: false }, {}, ''],
    [{ format: 'hostname' }, {}, 'format breaking'],
    [{ minimum: 0, maximum: 9 }, { maximum: 9, minimum: 0 }, ''],
  ])('%j → %j', (before, after, expected) => {
    expect(told(column(before, 'STRING'), column(after, 'STRING')).split(', ').sort().join()).toBe(
      expected.split(', ').sort().join(),
    );
  });

  it('of its elements are compared alike', () => {
    const list = (options: object): ContractColumn => ({
      ...{ name: 'v', dataType: 'ARRAY', arrayDataType: 'VARCHAR' },
      extension: { logicalType: 'array', items: { logicalType: 'string', logicalTypeOptions: options } },
    });
    expect(told(list({ maxLength: 3 }), list({ maxLength: 4 }))).toBe('items.maxLength breaking');
    expect(told(list({ maxLength: 3 }), list({ maxLength: 3, pattern: 'x' }))).toBe('items.pattern compatible');
  });

  it('of the type are judged with it', () => {
    const logical = (options: object) => ({
      ...column(options),
      extension: { logicalType: 'integer', logicalTypeOptions: options },
    });
    expect(told(logical({ format: 'i32' }), logical({ format: 'i64' }))).toBe('extension compatible');
  });

  it('are weaker where some value is newly allowed', () => {
    const half = fc.integer({ min: -4, max: 8 }).map((value) => value / 2);
    const options = fc.record(
      { minimum: half, exclusiveMinimum: half, maximum: half, exclusiveMaximum: half },
      { requiredKeys: [] },
    );
    const grid = Array.from({ length: 81 }, (_, i) => i / 4 - 10);
    const allows = (o: Partial<Record<string, number>>, value: number): boolean =>
      value >= (o.minimum ?? -Infinity) &&
      value <= (o.maximum ?? Infinity) &&
      (o.exclusiveMinimum === undefined || value > o.exclusiveMinimum) &&
      (o.exclusiveMaximum === undefined || value < o.exclusiveMaximum);
    // Bounds that forbid everything are compared bound by bound.
    const some = options.filter((o) => grid.some((value) => allows(o, value)));
    fc.assert(
      fc.property(some, some, (before, after) => {
        const isWeaker = grid.some((value) => allows(after, value) && !allows(before, value));
        const isStricter = grid.some((value) => allows(before, value) && !allows(after, value));
        const expected = isWeaker ? 'breaking' : isStricter ? 'compatible' : 'info';
        expect(verdict([column(before)], [column(after)])).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the list of values of a column', () => {
  it.each<[unknown, unknown, string]>([
    [['a', 'b'], ['a'], 'enum compatible'],
    [['a'], ['a', 'b'], 'enum breaking'],
    [['a', 'b'], ['b', 'a'], 'enum info'],
    [['a', 'b'], ['a', 'c'], 'enum breaking'],
    [['a'], undefined, 'enum breaking'],
    [undefined, ['a'], 'enum compatible'],
    [[1, 2], ['1', '2'], 'enum info'],
    ['a', ['a'], 'enum breaking'],
    [['a'], ['a'], ''],
  ])('%j → %j', (before, after, expected) => {
    expect(told(listed(before), listed(after))).toBe(expected);
  });
});

describe('constraints of a level', () => {
  const NAMES = ['a', 'b', 'c'] as const;
  const words = fc.subarray(['NOT_NULL', 'UNIQUE', 'PRIMARY_KEY']);
  const level = fc
    .tuple(words, words, words)
    .map((all) => NAMES.map((name, i): ContractColumn => ({ name, dataType: 'INT', constraints: all[i] })));
  const VALUES = [null, 0, 1];
  const ROWS = VALUES.flatMap((a) => VALUES.flatMap((b) => VALUES.map((c) => ({ a, b, c }))));
  const TABLES = [...ROWS.map((row) => [row]), ...ROWS.flatMap((row, i) => ROWS.slice(i).map((other) => [row, other]))];
  type Row = (typeof ROWS)[number];

  const holds = (columns: readonly ContractColumn[], rows: readonly Row[]): boolean => {
    const of = (word: string) =>
      NAMES.filter((name) => columns.some((one) => one.name === name && (one.constraints as string[]).includes(word)));
    const key = of('PRIMARY_KEY');
    const same = (names: readonly (keyof Row)[]): boolean =>
      rows.length === 2 && names.every((name) => rows[0]![name] !== null && rows[0]![name] === rows[1]![name]);
    return (
      [...of('NOT_NULL'), ...key].every((name) => rows.every((row) => row[name] !== null)) &&
      of('UNIQUE').every((name) => !same([name])) &&
      (key.length === 0 || !same(key))
    );
  };

  it('are weaker where some table is newly allowed, or a column leaves a key of several', () => {
    fc.assert(
      fc.property(level, level, (before, after) => {
        const keyOf = (columns: readonly ContractColumn[]) =>
          columns
            .filter(({ constraints }) => (constraints as string[]).includes('PRIMARY_KEY'))
            .map(({ name }) => name);
        const [old, now] = [keyOf(before), keyOf(after)];
        fc.pre(old.length < 2 || old.every((name) => now.includes(name)));
        fc.pre(
          now.length < 2 || now.every((name) => old.includes(name)) || old.length === 0 || now.length > old.length,
        );
        const isWeaker = TABLES.some((rows) => holds(after, rows) && !holds(before, rows));
        expect(verdict(before, after) === 'breaking').toBe(isWeaker);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each<[string, string[][], string[][], string]>([
    ['a key grows', [['PRIMARY_KEY'], [], []], [['PRIMARY_KEY'], ['PRIMARY_KEY'], []], 'breaking'],
    [
      'a key of two grows',
      [['PRIMARY_KEY'], ['PRIMARY_KEY'], []],
      [['PRIMARY_KEY'], ['PRIMARY_KEY'], ['PRIMARY_KEY']],
      'breaking',
    ],
    [
      'a key grows, the smaller stays unique',
      [['PRIMARY_KEY'], [], []],
      [['PRIMARY_KEY', 'UNIQUE'], ['PRIMARY_KEY'], []],
      'compatible',
    ],
    ['a column leaves a key', [['PRIMARY_KEY'], ['PRIMARY_KEY'], []], [['PRIMARY_KEY'], ['NOT_NULL'], []], 'breaking'],
    ['a key of one says NOT_NULL and UNIQUE', [['PRIMARY_KEY'], [], []], [['NOT_NULL', 'UNIQUE'], [], []], 'info'],
    ['a second word', [['NOT_NULL'], [], []], [['NOT_NULL', 'UNIQUE'], [], []], 'compatible'],
    ['one of two words', [['NOT_NULL', 'UNIQUE'], [], []], [['UNIQUE'], [], []], 'breaking'],
    ['another order of words', [['NOT_NULL', 'UNIQUE'], [], []], [['UNIQUE', 'NOT_NULL'], [], []], 'info'],
  ])('%s', (_, before, after, expected) => {
    const columns = (all: readonly string[][]) =>
      NAMES.map((name, i): ContractColumn => ({ name, dataType: 'INT', constraints: all[i] }));
    expect(verdict(columns(before), columns(after))).toBe(expected);
  });
});
