import type { Reference } from '@app/catalog';
import type { ContractColumn, ContractDocument } from '@app/contracts';
import type { AssetEvidence, ColumnObservation, KnownTest } from './evidence/asset-evidence';
import { suggestContract } from './suggest';

const DAY = 86_400_000;
const T0 = Date.UTC(2026, 0, 1, 6);
const FQN = 's.d.p.t';
const EMPTY = { name: 't_contract', entity: { id: 'x', type: 'table' }, entityStatus: 'Draft' };
const INT = (name: string, more: object = {}) => ({ name, dataType: 'INT', ...more });

/** A profile a day of a column that has these values in each. */
const daily = (n: number, of: (day: number) => Partial<ColumnObservation>): ColumnObservation[] =>
  Array.from({ length: n }, (_, day) => ({ timestamp: T0 + day * DAY, valuesCount: 1_000, ...of(day) }));

const testCase = (name: string, more: Partial<KnownTest> = {}): KnownTest => ({
  reference: { id: name, type: 'testCase', name, fullyQualifiedName: `${FQN}.${name}` } as Reference,
  ...{ definition: 'custom', parameters: {}, isOfRule: false, results: 10, newest: 'Success', hasFailed: false },
  ...more,
});

interface Given {
  readonly columns?: readonly object[];
  readonly asset?: object;
  readonly profiles?: Readonly<Record<string, readonly ColumnObservation[]>>;
  readonly rows?: readonly number[];
  readonly evidence?: Partial<AssetEvidence>;
  readonly hidden?: readonly string[];
  readonly contract?: ContractDocument;
}

function suggest({
  columns = [INT('a')],
  asset = {},
  profiles = {},
  rows = [],
  evidence,
  hidden = [],
  contract,
}: Given) {
  const subject = { type: 'table', fqn: FQN, asset: { columns, ...asset }, hiddenColumns: new Set(hidden) };
  const known: AssetEvidence = {
    profiles: rows.map((rowCount, day) => ({ timestamp: T0 + day * DAY, rowCount })),
    columns: new Map(Object.entries(profiles)),
    refreshes: [],
    tests: [],
    ...evidence,
  };
  const answer = suggestContract(subject, known, contract ?? EMPTY);
  return {
    ...answer,
    paths: answer.lines.map(({ path }) => path),
    line: new Map(answer.lines.map((one) => [one.path, one])),
  };
}

const contract = (schema: readonly object[], more: object = {}): ContractDocument => ({
  ...EMPTY,
  schema: schema as ContractColumn[],
  ...more,
});

describe('a suggested contract', () => {
  it('has the columns of the asset, with what lies in them, in types that contracts have', () => {
    const columns = [
      INT('id', { tags: [], description: 'x', dataTypeDisplay: 'int' }),
      { name: 'amount', dataType: 'decimal', precision: 10, scale: 2 },
      { name: 'tags', dataType: 'ARRAY' },
      { name: 'home', dataType: 'STRUCT', children: [{ name: 'zip.code', dataType: 'VARCHAR', dataLength: 5 }] },
      { name: 'mood', dataType: 'feeling' },
      INT('id'),
    ];
    const { document, lines } = suggest({ columns });
    expect(document.schema).toEqual([
      INT('id', { dataTypeDisplay: 'int' }),
      { name: 'amount', dataType: 'DECIMAL', precision: 10, scale: 2 },
      { name: 'tags', dataType: 'ARRAY', arrayDataType: 'UNKNOWN' },
      { name: 'home', dataType: 'STRUCT', children: [{ name: 'zip.code', dataType: 'VARCHAR', dataLength: 5 }] },
      { name: 'mood', dataType: 'UNKNOWN' },
    ]);
    expect(lines.map(({ path, confidence }) => [path, confidence])).toEqual(
      ['id', 'amount', 'tags', 'home', 'mood'].map((name) => [`schema.${name}`, 1]),
    );
  });

  it.each([
    ['a marked column', [INT('a', { constraint: 'PRIMARY_KEY' })], {}, 'PRIMARY_KEY'],
    [
      'a key of the table',
      [INT('a')],
      { tableConstraints: [{ constraintType: 'PRIMARY_KEY', columns: ['a'] }] },
      'PRIMARY_KEY',
    ],
    [
      'a constraint of the table',
      [INT('a')],
      { tableConstraints: [{ constraintType: 'UNIQUE', columns: [`${FQN}.a`] }] },
      undefined,
    ],
    ['its name in it', [INT('a')], { tableConstraints: [{ constraintType: 'UNIQUE', columns: ['a'] }] }, 'UNIQUE'],
    [
      'one over two',
      [INT('a'), INT('b')],
      { tableConstraints: [{ constraintType: 'UNIQUE', columns: ['a', 'b'] }] },
      undefined,
    ],
    [
      'its own before that',
      [INT('a', { constraint: 'NOT_NULL' })],
      { tableConstraints: [{ constraintType: 'UNIQUE', columns: ['a'] }] },
      'NOT_NULL',
    ],
    ['one that says nothing', [INT('a', { constraint: 'NULL' })], {}, undefined],
  ])('states a constraint as the catalog does: %s', (_, columns, asset, value) => {
    const { line } = suggest({ columns, asset, profiles: { a: daily(4, () => ({ nullCount: 0 })) } });
    const found = line.get('schema.a.constraint');
    expect(found && [found.value, found.confidence, found.evidence[0]?.kind]).toEqual(
      value && [value, 1, 'constraint'],
    );
  });

  it('states no constraint that the newest profile contradicts, and no part of a key', () => {
    const key = [INT('a', { constraint: 'PRIMARY_KEY' }), INT('b', { constraint: 'PRIMARY_KEY' })];
    const nulls = { a: daily(1, () => ({ nullCount: 3 })) };
    const constraints = (columns: object[], profiles: Given['profiles']) =>
      suggest({ columns, profiles }).paths.filter((path) => path.endsWith('.constraint'));
    expect(constraints(key, nulls)).toEqual([]);
    expect(constraints(key, { a: daily(1, () => ({ nullCount: 0, uniqueCount: 1 })) })).toHaveLength(2);
    expect(constraints([INT('a', { constraint: 'NOT_NULL' })], nulls)).toEqual([]);
    expect(constraints([INT('a', { constraint: 'UNIQUE' })], { a: daily(1, () => ({ uniqueCount: 998 })) })).toEqual(
      [],
    );
  });

  it.each<[string, (day: number) => Partial<ColumnObservation>, string | undefined, string[]]>([
    ['never missing', () => ({ nullCount: 0 }), 'NOT_NULL', []],
    ['no share missing', () => ({ nullProportion: 0 }), 'NOT_NULL', []],
    ['missing once', (day) => ({ nullCount: day === 4 ? 1 : 0 }), undefined, []],
    ['once not said', (day) => (day === 4 ? {} : { nullCount: 0 }), undefined, []],
    ['unique', () => ({ nullCount: 1, uniqueCount: 1_000 }), 'UNIQUE', []],
    ['unique by share', () => ({ uniqueProportion: 1 }), 'UNIQUE', []],
    ['unique but few', () => ({ valuesCount: 99, uniqueCount: 99 }), undefined, []],
    ['both', () => ({ nullCount: 0, uniqueCount: 1_000 }), 'NOT_NULL', ['tests.columnValuesToBeUnique.a']],
    ['unique with a range', () => ({ uniqueCount: 1_000, min: 1, max: 9 }), 'UNIQUE', []],
  ])('finds a constraint in profiles: %s', (_, of, value, tests) => {
    const { line, paths } = suggest({ profiles: { a: daily(8, of) } });
    expect(line.get('schema.a.constraint')?.value).toBe(value);
    if (value) expect(line.get('schema.a.constraint')).toMatchObject({ confidence: 0.9, evidence: [{ count: 8 }] });
    expect(paths.filter((path) => path.startsWith('tests.'))).toEqual(tests);
  });

  it('says nothing by few profiles, of few days, of empty tables, or by less than half of them', () => {
    const full = (list: ColumnObservation[]) =>
      suggest({ profiles: { a: list } }).paths.includes('schema.a.constraint');
    const never = () => ({ nullCount: 0 });
    expect(full(daily(5, never))).toBe(true);
    expect(full(daily(4, never))).toBe(false);
    expect(full(daily(9, never).map((one, at) => ({ ...one, timestamp: T0 + at * 3_600_000 })))).toBe(false);
    expect(full(daily(9, (day) => ({ ...never(), valuesCount: day < 5 ? 0 : 1 })))).toBe(false);
    const other = { columns: [INT('a'), INT('b')] };
    const many = suggest({ ...other, profiles: { a: daily(5, never), b: daily(11, never) } });
    expect(many.paths).toEqual(['schema.a', 'schema.b', 'schema.b.constraint']);
  });

  const words = (...categories: unknown[]) => ({ categories });
  it.each<[string, (day: number) => Partial<ColumnObservation>, unknown[] | undefined]>([
    ['the same', () => words('b', 'a'), ['a', 'b']],
    ['seen in the first half', (day) => words(...(day < 4 ? ['a', 'b'] : ['b'])), ['a', 'b']],
    ['a new one in the second', (day) => words(...(day < 4 ? ['a'] : ['a', 'b'])), undefined],
    ['not said once', (day) => (day === 2 ? {} : words('a')), undefined],
    ['none', () => words(), undefined],
    ['too many', () => words(...Array.from({ length: 21 }, (_, i) => `w${i}`)), undefined],
    ['too few rows', () => ({ ...words('a', 'b'), valuesCount: 39 }), undefined],
    ['numbers', () => words(2, 1), [1, 2]],
  ])('lists the values of a column: %s', (_, of, values) => {
    const { line, document } = suggest({ profiles: { a: daily(8, (day) => ({ nullCount: 0, ...of(day) })) } });
    const found = line.get('tests.columnValuesToBeInSet.a')?.value as Record<string, string> | undefined;
    expect(found && JSON.parse(found.allowedValues!)).toEqual(values);
    if (found) expect(found.matchEnum).toBe('true');
    const withNulls = suggest({ profiles: { a: daily(8, (day) => ({ nullCount: 1, ...of(day) })) } });
    expect(withNulls.line.get('schema.a.enum')?.value).toEqual(values);
    expect(withNulls.tests).toEqual([]);
    expect(withNulls.document.schema?.[0]?.extension).toEqual(values && { enum: values });
    expect(document.schema?.[0]?.extension).toBeUndefined();
  });

  it('lists no values of points in time, years, keys and types that are not compared', () => {
    const listed = (column: object, ...categories: unknown[]) => {
      const given = { columns: [{ ...column, name: (column as { name?: string }).name ?? 'a' }] };
      const name = given.columns[0]!.name;
      return suggest({ ...given, profiles: { [name]: daily(8, () => ({ nullCount: 0, categories })) } }).tests.length;
    };
    expect(listed({ dataType: 'VARCHAR' }, 'a', 'b')).toBe(1);
    expect(listed({ dataType: 'VARCHAR' }, 'a')).toBe(0);
    for (const dataType of ['DATE', 'TIMESTAMP', 'TIME', 'YEAR', 'JSON', 'ARRAY'])
      expect(listed({ dataType }, 'a', 'b')).toBe(0);
    expect(listed({ dataType: 'INT', name: 'fiscalYear' }, 2024, 2025)).toBe(0);
    expect(listed({ dataType: 'INT', name: 'fiscalYear' }, 1, 2)).toBe(1);
    expect(listed({ dataType: 'INT', constraint: 'PRIMARY_KEY' }, 1, 2)).toBe(0);
  });

  it('does not count samples for columns', () => {
    const profiles = { a: daily(8, () => ({ nullCount: 0, categories: ['x', 'y'] })) };
    const rows = Array.from({ length: 8 }, (_, day) => ({ timestamp: T0 + day * DAY, rowCount: 1_000 }));
    const sampled = {
      profiles: rows.map((one) => ({ ...one, isSampled: true })),
      columns: new Map(Object.entries(profiles)),
    };
    expect(suggest({ evidence: sampled }).paths).toEqual(['schema.a']);
    const one = { ...sampled, profiles: rows.map((row, day) => ({ ...row, ...(day === 3 && { isSampled: true }) })) };
    expect(suggest({ evidence: one }).line.get('schema.a.constraint')?.evidence[0]?.count).toBe(7);
  });

  it.each<[string, (day: number) => Partial<ColumnObservation>, [string, string] | undefined]>([
    ['widened by a tenth', () => ({ min: 100, max: 200 }), ['90', '210']],
    ['not below zero', () => ({ min: 3, max: 1_003 }), ['0', '1103']],
    ['below zero where values were', () => ({ min: -10, max: 10 }), ['-12', '12']],
    ['of one value', () => ({ min: 0.1 + 0.2, max: 0.1 + 0.2 }), undefined],
    ['of two values', () => ({ min: 0, max: 10, distinctCount: 2 }), undefined],
    ['of three values', () => ({ min: 0, max: 10, distinctCount: 3 }), ['0', '11']],
    ['of tiny numbers', () => ({ min: 1e-7, max: 2e-7 }), ['0.00000009', '0.00000021']],
    ['of huge ones', () => ({ min: 0, max: 1e21 }), ['0', '1100000000000000000000']],
    ['that grows', (day) => ({ min: 0, max: day * 100 }), undefined],
    ['said as text', () => ({ min: undefined, max: 4 }), undefined],
    ['that overflows', () => ({ min: -1.7e308, max: 1.7e308 }), undefined],
  ])('bounds the values of a column: %s', (_, of, bounds) => {
    const { line } = suggest({ columns: [{ name: 'a', dataType: 'DOUBLE' }], profiles: { a: daily(8, of) } });
    const found = line.get('tests.columnValuesToBeBetween.a');
    expect(found?.value).toEqual(bounds && { minValue: bounds[0], maxValue: bounds[1] });
    if (found) expect(found.test).toMatchObject({ entityLink: `<#E::table::${FQN}::columns::a>` });
  });

  it.each<[string, object, object | undefined]>([
    ['whole', INT('a'), { minValue: '0', maxValue: '48' }],
    [
      'whole by their scale',
      { name: 'a', dataType: 'DECIMAL', precision: 9, scale: 0 },
      { minValue: '0', maxValue: '48' },
    ],
    ['with digits', { name: 'a', dataType: 'DECIMAL', precision: 9, scale: 2 }, { minValue: '0', maxValue: '47.19' }],
    ['a key', INT('a', { constraint: 'PRIMARY_KEY' }), undefined],
    ['a time', { name: 'a', dataType: 'TIME' }, undefined],
    ['a length', { name: 'a', dataType: 'INTERVAL' }, undefined],
  ])('bounds numbers: %s', (_, column, bounds) => {
    const profiles = { a: daily(8, () => ({ min: 0, max: 42.9 })) };
    expect(suggest({ columns: [column], profiles }).line.get('tests.columnValuesToBeBetween.a')?.value).toEqual(bounds);
  });

  it('bounds no reference to another table, and no years', () => {
    const asset = { tableConstraints: [{ constraintType: 'FOREIGN_KEY', columns: ['a'] }] };
    expect(suggest({ asset, profiles: { a: daily(8, () => ({ min: 1, max: 90 })) } }).tests).toEqual([]);
    const years = { columns: [INT('year')], profiles: { year: daily(8, () => ({ min: 1990, max: 2030 })) } };
    expect(suggest(years).tests).toEqual([]);
  });

  it('shows no values of hidden columns, and no range of instants', () => {
    const columns = [INT('a'), INT('b'), { name: 'at', dataType: 'DATE' }];
    const profiles = {
      a: daily(8, () => ({ min: 41_001, max: 41_002, nullCount: 0 })),
      b: daily(8, () => words('41003')),
      at: daily(8, () => ({ min: 41_004, max: 41_005 })),
    };
    const answer = suggest({ columns, profiles, hidden: ['a', 'b'] });
    expect(answer.paths).toContain('schema.a.constraint');
    expect(answer.tests).toEqual([]);
    expect(JSON.stringify([...answer.lines, answer.document])).not.toContain('4100');
  });

  it('bounds the number of rows by ten profiles', () => {
    const rows = [101, 99, 120, 110, 100, 100, 100, 100, 100, 100];
    expect(suggest({ rows }).line.get('tests.tableRowCountToBeBetween')).toMatchObject({
      value: { minValue: '79', maxValue: '144' },
      confidence: 0.9167,
    });
    expect(suggest({ rows: rows.slice(1) }).tests).toEqual([]);
    expect(suggest({ rows: [0, 0, ...rows] }).line.get('tests.tableRowCountToBeBetween')?.confidence).toBe(0.9167);
  });

  it('names tests as none is named yet', () => {
    const tests = [testCase('tableRowCountToBeBetween', { newest: 'Failed', hasFailed: true })];
    const rows = Array.from({ length: 10 }, () => 100);
    expect(suggest({ rows, evidence: { tests } }).tests[0]?.name).toBe('tableRowCountToBeBetween_2');
  });

  it.each<[string, number[], string | undefined, number | undefined]>([
    ['days', Array.from({ length: 12 }, () => 24), 'P2D', 0.9286],
    ['less than days', Array.from({ length: 12 }, () => 20), 'P1D', 0.9286],
    ['with one gap of a week', [...Array.from({ length: 20 }, () => 20), 168], 'P1D', 0.913],
    ['with two of eleven', [...Array.from({ length: 9 }, () => 20), 100, 168], 'P14D', 0.9231],
    ['longer than all', Array.from({ length: 12 }, () => 24 * 40), undefined, undefined],
    ['too few', Array.from({ length: 9 }, () => 1), undefined, undefined],
  ])('finds how often data is refreshed: %s', (_, gaps, value, confidence) => {
    const refreshes = gaps.reduce<number[]>((times, gap) => [...times, times.at(-1)! + gap * 3_600_000], [T0]);
    const { line, document } = suggest({ evidence: { refreshes } });
    expect([line.get('sla.refreshFrequency')?.value, line.get('sla.refreshFrequency')?.confidence]).toEqual([
      value,
      confidence,
    ]);
    expect(document.sla).toEqual(value && { refreshFrequency: value });
  });

  it('expects test cases that have not failed, and rules that the asset meets', () => {
    const tests = [
      testCase('good', { results: 3 }),
      testCase('failed', { hasFailed: true }),
      testCase('stopped', { newest: 'Aborted' }),
      testCase('new', { results: 0, newest: undefined }),
      testCase('rule', { isOfRule: true }),
    ];
    const asset = {
      ...{ owners: [{ id: 'a' }], description: ' x ', tags: [{ tagFQN: 'Tier.Tier1' }] },
      domains: [{ id: 'd', deleted: true }],
    };
    const { document, paths, line } = suggest({ asset, evidence: { tests } });
    expect(document.qualityExpectations).toEqual([{ id: 'good', type: 'testCase' }]);
    expect(line.get(`qualityExpectations."${FQN}.good"`)?.confidence).toBe(0.8);
    expect(paths.slice(-3)).toEqual(['semantics.hasOwner', 'semantics.hasDescription', 'semantics.hasTier']);
    expect(document.semantics).toEqual([{ name: 'hasOwner' }, { name: 'hasDescription' }, { name: 'hasTier' }]);
  });
});

describe('what a contract lacks', () => {
  it('is what it does not promise as strongly, and can without giving anything up', () => {
    const columns = [
      INT('a'),
      INT('b'),
      {
        name: 'home',
        dataType: 'STRUCT',
        children: [INT('zip'), { name: 'deep', dataType: 'STRUCT', children: [INT('x')] }],
      },
    ];
    const never = daily(8, () => ({ nullCount: 0, uniqueCount: 1_000 }));
    const has = contract(
      [INT('a', { constraint: 'UNIQUE' }), { name: 'home', dataType: 'STRUCT', children: [INT('zip')] }],
      {
        semantics: [{ name: 'hasOwner', enabled: false }],
        sla: { refreshFrequency: 'PT1H', timezone: 'UTC' },
        description: 'kept',
      },
    );
    const refreshes = Array.from({ length: 12 }, (_, at) => T0 + at * DAY);
    const answer = suggest({
      ...{ columns, contract: has, asset: { owners: [{ id: 'o' }] } },
      ...{ profiles: { a: never, b: never, 'home.zip': never }, evidence: { refreshes } },
    });
    expect(answer.paths).toEqual([
      ...['schema.b', 'schema.home.deep', 'schema.b.constraint', 'schema.home.zip.constraint'],
      ...['tests.columnValuesToBeUnique.b', 'tests.columnValuesToBeUnique.home.zip'],
    ]);
    expect(answer.document).toEqual({
      ...has,
      schema: [
        INT('a', { constraint: 'UNIQUE' }),
        {
          ...{ name: 'home', dataType: 'STRUCT' },
          children: [
            INT('zip', { constraint: 'NOT_NULL' }),
            { name: 'deep', dataType: 'STRUCT', children: [INT('x')] },
          ],
        },
        INT('b', { constraint: 'NOT_NULL' }),
      ],
    });
  });

  it.each<[string, object[], string[]]>([
    ['nothing', [INT('a'), INT('b')], ['a', 'b']],
    ['never null', [INT('a', { constraint: 'NOT_NULL' }), INT('b')], ['a', 'b']],
    ['unique by itself, which a key of two is not', [INT('a', { constraint: 'UNIQUE' }), INT('b')], []],
    ['another key', [INT('a', { constraint: 'PRIMARY_KEY' }), INT('b')], []],
  ])('of a primary key is all of it or nothing, where it promises %s', (_, schema, named) => {
    const asset = { tableConstraints: [{ constraintType: 'PRIMARY_KEY', columns: ['a', 'b'] }] };
    const { paths } = suggest({ columns: [INT('a'), INT('b')], asset, contract: contract(schema) });
    expect(paths).toEqual(named.map((name) => `schema.${name}.constraint`));
  });

  it.each<[string, Record<string, string>, boolean]>([
    ['the same', { minValue: '80', maxValue: '120' }, true],
    ['narrower', { minValue: '90', maxValue: '120' }, true],
    ['wider', { minValue: '80', maxValue: '121' }, false],
    ['open', { minValue: '80' }, false],
  ])('is a test whose like it does not expect: %s', (_, parameters, isExpected) => {
    const tests = [testCase('rows', { definition: 'tableRowCountToBeBetween', parameters })];
    const rows = Array.from({ length: 10 }, () => 100);
    const has = contract([INT('a')], { qualityExpectations: [{ id: 'rows', type: 'testCase' }] });
    expect(suggest({ rows, evidence: { tests }, contract: has }).tests.length).toBe(isExpected ? 0 : 1);
  });

  it('is a shorter refresh than it promises', () => {
    const refreshes = Array.from({ length: 12 }, (_, at) => T0 + at * 20 * 3_600_000);
    const with_ = (refreshFrequency: unknown) =>
      suggest({
        evidence: { refreshes },
        contract: contract([INT('a')], { sla: { refreshFrequency, timezone: 'UTC' } }),
      });
    expect(with_('P7D').document.sla).toEqual({ refreshFrequency: 'P1D', timezone: 'UTC' });
    expect(with_({ interval: 1, unit: 'day' }).lines).toEqual([]);
    expect(with_('PT3H').lines).toEqual([]);
  });

  it('is not more test cases than a contract may expect', () => {
    const tests = Array.from({ length: 30 }, (_, at) => testCase(`t${at}`));
    const expected = Array.from({ length: 990 }, (_, at) => ({ id: `e${at}`, type: 'testCase' }));
    const { document } = suggest({
      evidence: { tests },
      contract: contract([INT('a')], { qualityExpectations: expected }),
    });
    expect(document.qualityExpectations).toHaveLength(1_000);
  });

  it('is nothing once it has what was suggested', () => {
    const profiles = { a: daily(12, () => ({ nullCount: 0, min: 1, max: 9 })) };
    const given = {
      profiles,
      evidence: { tests: [testCase('good')], refreshes: daily(12, () => ({})).map(({ timestamp }) => timestamp) },
    };
    const { document } = suggest(given);
    expect(suggest({ ...given, contract: document }).paths).toEqual(['tests.columnValuesToBeBetween.a']);
  });
});

describe('names that mean a column of the asset', () => {
  const asset = { serviceType: 'Snowflake' };
  const columns = [INT('ID', { constraint: 'NOT_NULL' }), INT('NAME')];

  it('are not suggested again, and get what is missing', () => {
    const { paths, document } = suggest({ asset, columns, contract: contract([INT('id'), INT('"NAME"')]) });
    expect(paths).toEqual(['schema.ID.constraint']);
    expect(document.schema).toEqual([INT('id', { constraint: 'NOT_NULL' }), INT('"NAME"')]);
  });

  it('are others on other platforms', () => {
    const { document } = suggest({ columns, contract: contract([INT('id')]) });
    expect(document.schema?.map(({ name }) => name)).toEqual(['id', 'ID', 'NAME']);
  });
});
