import fc from 'fast-check';
import { platformOf, relateFound, type TypedColumn } from '@app/datatypes';
import type { ContractColumn } from '@app/contracts';
import type { AssetEvidence, ColumnObservation } from './evidence/asset-evidence';
import { suggestContract } from './suggest';

const DAY = 86_400_000;
const FQN = 's.d.p.t';
const BASE = { name: 't_contract', entity: { id: 'x', type: 'table' }, entityStatus: 'Draft' };

type Value = number | string | null;
interface Made {
  readonly dataType: string;
  readonly values: readonly Value[];
}

/** A measured column as a profile has it. */
function figuresOf({ dataType, values }: Made): Omit<ColumnObservation, 'timestamp'> {
  const present = values.filter((value) => value !== null);
  const counts = new Map<Value, number>();
  for (const value of present) counts.set(value, (counts.get(value) ?? 0) + 1);
  const numbers = dataType === 'VARCHAR' ? [] : (present as number[]);
  return {
    valuesCount: present.length,
    nullCount: values.length - present.length,
    uniqueCount: [...counts.values()].filter((count) => count === 1).length,
    distinctCount: counts.size,
    ...(numbers.length > 0 && { min: Math.min(...numbers), max: Math.max(...numbers) }),
    ...(counts.size <= 20 && { categories: [...counts.keys()] }),
  };
}

interface Line {
  readonly path: string;
  readonly value: unknown;
}

function draftOf(columns: readonly Made[]): readonly Line[] {
  const days = Array.from({ length: 12 }, (_, day) => day * DAY);
  const evidence: AssetEvidence = {
    profiles: days.map((timestamp) => ({ timestamp, rowCount: columns[0]!.values.length })),
    columns: new Map(columns.map((one, i) => [`c${i}`, days.map((timestamp) => ({ timestamp, ...figuresOf(one) }))])),
    ...{ refreshes: [], tests: [] },
  };
  const asset = { columns: columns.map(({ dataType }, i) => ({ name: `c${i}`, dataType })) };
  return suggestContract({ type: 'table', fqn: FQN, asset, hiddenColumns: new Set() }, evidence, BASE).lines;
}

/** Rows that fail a drafted line. */
function failing({ path, value }: Line, columns: readonly Made[]): number {
  const name = /\bc(\d+)/.exec(path)?.[1];
  const values = name === undefined ? [] : columns[Number(name)]!.values;
  const present = values.filter((one) => one !== null);
  const repeated = present.filter((one) => present.indexOf(one) !== present.lastIndexOf(one)).length;
  const nulls = values.length - present.length;
  const parameters = value as Readonly<Record<string, string>>;
  if (path.endsWith('.constraint')) return value === 'NOT_NULL' ? nulls : repeated;
  if (path.endsWith('.enum')) return present.filter((one) => !(value as unknown[]).includes(one)).length;
  if (path.startsWith('tests.columnValuesToBeUnique')) return repeated;
  if (path.startsWith('tests.columnValuesToBeInSet')) {
    expect(parameters.matchEnum).toBe('true');
    return values.filter((one) => !(JSON.parse(parameters.allowedValues!) as Value[]).includes(one)).length;
  }
  if (path.startsWith('tests.columnValuesToBeBetween'))
    return present.filter(
      (one) => Number(one) < Number(parameters.minValue) || Number(one) > Number(parameters.maxValue),
    ).length;
  if (path === 'tests.tableRowCountToBeBetween') {
    const rows = columns[0]!.values.length;
    return Number(rows < Number(parameters.minValue) || rows > Number(parameters.maxValue));
  }
  return 0;
}

/** A value that breaks the line of a column. */
function breaking({ path, value }: Line, { dataType, values }: Made): Value {
  if (path.endsWith('.constraint') && value === 'NOT_NULL') return null;
  if (path.endsWith('.constraint') || path.includes('ToBeUnique')) return values.find((one) => one !== null)!;
  return dataType === 'VARCHAR' ? 'never seen' : 1e9;
}

const ROWS = 120;
const words = fc.constantFrom('new', 'paid', 'sent', 'gone');
const list = (one: fc.Arbitrary<Value>) => fc.array(one, { minLength: ROWS, maxLength: ROWS });
const column: fc.Arbitrary<Made> = fc.oneof(
  list(words).map((values) => ({ dataType: 'VARCHAR', values })),
  list(fc.oneof(words, fc.constant(null))).map((values) => ({ dataType: 'VARCHAR', values })),
  list(fc.integer({ min: -50, max: 200 })).map((values) => ({ dataType: 'INT', values })),
  list(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(null))).map((values) => ({ dataType: 'BIGINT', values })),
  list(fc.integer({ min: 0, max: 999 }).map((value) => value / 4)).map((values) => ({ dataType: 'DOUBLE', values })),
  list(fc.string({ maxLength: 6 })).map((values) => ({ dataType: 'VARCHAR', values })),
  fc.constant({ dataType: 'BIGINT', values: Array.from({ length: ROWS }, (_, i) => i) }),
  fc.constant({
    dataType: 'BIGINT',
    values: Array.from({ length: ROWS + 20 }, (_, i) => (i < 20 ? null : i)).slice(0, ROWS),
  }),
);

describe('a drafted contract', () => {
  it('is met by the rows that it was drafted from, and each promise about values by no others', () => {
    let drafted = 0;
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 3 }), (columns) => {
        for (const line of draftOf(columns)) {
          expect([line.path, failing(line, columns)]).toEqual([line.path, 0]);
          const at = /\.c(\d+)/.exec(line.path)?.[1];
          if (at === undefined || /^schema\.c\d+$/.test(line.path)) continue;
          drafted++;
          const broken = columns.map((one, i) =>
            i === Number(at) ? { ...one, values: [...one.values, breaking(line, one)] } : one,
          );
          expect([line.path, failing(line, broken) > 0]).toEqual([line.path, true]);
        }
      }),
      { numRuns: 400 },
    );
    expect(drafted).toBeGreaterThan(400);
  });

  it.each<[TypedColumn & { name: string }, TypedColumn]>([
    [
      { name: 'c', dataType: 'VARCHAR', dataLength: 20, dataTypeDisplay: 'varchar(20)' },
      { dataType: 'VARCHAR', dataLength: 19, dataTypeDisplay: 'varchar(19)' },
    ],
    [
      { name: 'c', dataType: 'DECIMAL', dataTypeDisplay: 'decimal(10,2)' },
      { dataType: 'DECIMAL', dataTypeDisplay: 'decimal(10,1)' },
    ],
    [
      { name: 'c', dataType: 'DECIMAL', dataTypeDisplay: 'decimal(10,2)' },
      { dataType: 'DECIMAL', dataTypeDisplay: 'decimal(9,2)' },
    ],
    [
      { name: 'c', dataType: 'ENUM', dataTypeDisplay: "enum('a','b')" },
      { dataType: 'ENUM', dataTypeDisplay: "enum('a')" },
    ],
    [
      { name: 'c', dataType: 'ARRAY', dataTypeDisplay: 'array<bigint>' },
      { dataType: 'ARRAY', dataTypeDisplay: 'array<int>' },
    ],
    [
      { name: 'c', dataType: 'MAP', dataTypeDisplay: 'map<string,bigint>' },
      { dataType: 'MAP', dataTypeDisplay: 'map<string,int>' },
    ],
    [
      { name: 'c', dataType: 'STRUCT', dataTypeDisplay: 'struct<a:int,b:int>' },
      { dataType: 'STRUCT', dataTypeDisplay: 'struct<a:int>' },
    ],
    [
      { name: 'c', dataType: 'TIMESTAMP', dataTypeDisplay: 'timestamp(6)' },
      { dataType: 'TIMESTAMP', dataTypeDisplay: 'timestamp(3)' },
    ],
  ])('promises the whole type: %j', (found, smaller) => {
    const subject = { type: 'table', fqn: FQN, asset: { columns: [found] }, hiddenColumns: new Set<string>() };
    const none = { profiles: [], columns: new Map(), refreshes: [], tests: [] };
    const [promised] = suggestContract(subject, none, BASE).document.schema as [ContractColumn];
    const platform = platformOf();
    expect(relateFound(promised, found, platform).outcome).not.toBe('broken');
    expect(relateFound(promised, smaller, platform).outcome).toBe('broken');
  });
});
