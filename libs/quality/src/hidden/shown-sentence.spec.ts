import { HiddenTables } from './hidden-tables';
import { shownDetail, shownForeign, shownSentence, shownVerdict } from './shown-sentence';
import { shownProfile, ValueMasks } from './value-masks';

const TABLE = 's.d.p.people';
const MAX = `${TABLE}.salary.max`;
const SQL = `${TABLE}.sum`;
const ROWS = `${TABLE}.rows`;
const CITY = `${TABLE}.home.city.t`;
const tables = new HiddenTables(
  new Map([
    [JSON.stringify(['s', 'd', 'p', 'people']), { paths: [['salary'], ['home', 'zip']], nameCase: 'exact' as const }],
  ]),
  new Map([
    [MAX, { definition: 'columnValueMaxToBeBetween', parameters: [{ name: 'max', value: '9' }] }],
    [SQL, { definition: 'tableCustomSQLQuery', parameters: [] }],
    [ROWS, { definition: 'tableRowCountToEqual', parameters: [] }],
    [`${TABLE}.salary.nulls`, { definition: 'odcs_nullValues_column', parameters: [] }],
  ]),
);
const HIDDEN = 'Found a value that is hidden';

describe('the sentence of a result whose values are hidden', () => {
  it.each([
    ['Found max=4711, expected between 1 and 9', `${HIDDEN}, expected between 1 and 9`],
    ['Found 4711, expected mustBeLessThan 5', `${HIDDEN}, expected mustBeLessThan 5`],
    ['Found max=4711 vs. the expected max=9', `${HIDDEN}, expected max=9`],
    ['We saw "4711, expected Ann"', `${HIDDEN}, expected max=9`],
    ['Found 3, expected Ann', `${HIDDEN}, expected max=9`],
    [
      'Found max=4711, expected at most 9 (not understood: x, y)',
      `${HIDDEN}, expected at most 9 (not understood: x, y)`,
    ],
  ])('of %s is %s', (said, shown) => expect(shownSentence(said, MAX, tables)).toBe(shown));

  it.each([
    '3 of 9 rows fail',
    '1 of 9 rows fails, 5 % may',
    '3 of 9 rows fail; judged as a whole, not by region (not understood: x, y)',
    '0 rows have a value of the list, expected at least one',
    'Found nullCount=3, expected 0',
    'Found minLength=3, expected at least 1',
  ])('stays where it has counts alone: %s', (said) => expect(shownSentence(said, MAX, tables)).toBe(said));

  it('stays for a rule that counts', () => {
    const said = 'Found 3, expected mustBe 0';
    expect(shownSentence(said, `${TABLE}.salary.nulls`, tables)).toBe(said);
    expect(shownSentence(said, undefined, tables)).toBe(`${HIDDEN}, expected mustBe 0`);
  });
});

describe('what is hidden of a table', () => {
  it.each([
    [MAX, true],
    [CITY, false],
    [`${TABLE}.home.t`, true],
    [`${TABLE}.home.zip.code.t`, true],
    [SQL, true],
    [`${TABLE}.unknown`, true],
    [ROWS, false],
    ['s.d.p.other.salary.t', false],
  ])('%s: %s', (test, hides) => expect(tables.hidesTest(test)).toBe(hides));
});

describe('a verdict', () => {
  const said = (field: string, found: string): string => `Test ${field}: failed at 2026-01-10 10:00 UTC: ${found}.`;

  it('shows values of the columns that are not hidden alone', () => {
    const sentences = (first: string): string =>
      `2 of 3 quality tests failed (${MAX}, ${CITY}). ${first} ${said(CITY, 'Found max=5, expected at most 1')} SLA latency: 5.`;
    const value = said(MAX, 'Found max=4711, expected at most 9');
    const shown = said(MAX, `${HIDDEN}, expected at most 9`);
    expect(shownVerdict(sentences(value), TABLE, tables)).toBe(sentences(shown));
  });

  it('hides the value of a rule without a test case, whose column is not known', () => {
    const text = said('sum of pay', 'Found 4711, expected mustBe 9');
    expect(shownVerdict(text, `${TABLE}.c`, tables)).toBe(said('sum of pay', `${HIDDEN}, expected mustBe 9`));
    expect(shownVerdict(text, 's.d.p.other.c', tables)).toBe(text);
  });

  it('says why a source could not be asked', () => {
    const message = 'could not be computed (timedOut) at 2026-01-10 10:00 UTC: The statement took longer than 3 s';
    expect(shownDetail(message, MAX, TABLE, tables)).toBe(message);
    expect(shownDetail(message.replace(/could.*\)/, 'was aborted'), MAX, TABLE, tables)).toContain(HIDDEN);
  });

  it('has no query of the rows that fail of a hidden column', () => {
    const check = (fullyQualifiedName: string) => ({
      ...{ testCase: { fullyQualifiedName }, status: 'Failed', message: '1 of 2 rows fail', statement: 'SELECT 1' },
    });
    const run = { asset: { fullyQualifiedName: TABLE }, checks: [check(MAX), check(CITY)] };
    const { checks } = new ValueMasks(tables).shown(run) as typeof run;
    expect(checks.map(({ statement }) => statement)).toEqual([undefined, 'SELECT 1']);
  });

  it('that others pushed is hidden as a whole', () => {
    expect(shownForeign('ann earns 4711')).toBe(HIDDEN);
    expect(shownForeign('All checks passed: 3 columns.')).toBe('All checks passed: 3 columns.');
    const notice = {
      contract: { fullyQualifiedName: `${TABLE}.c` },
      text: 'c has an incident (Severity1): ann earns 4711',
    };
    expect(new ValueMasks(tables).shown(notice)).toEqual({
      ...notice,
      text: `c has an incident (Severity1): ${HIDDEN}`,
    });
    const pushed = {
      dataContractFQN: `${TABLE}.c`,
      result: 'x',
      qualityValidation: { failed: 1 },
      details: { message: 'y' },
    };
    expect(new ValueMasks(tables).shown(pushed)).toEqual({ ...pushed, result: HIDDEN, details: { message: HIDDEN } });
    const part = { producer: 'soda', result: 'ann: 4711', schemaValidation: { message: '4711' } };
    const sum = { dataContractFQN: `${TABLE}.c`, details: { parts: [part] } };
    expect(JSON.stringify(new ValueMasks(tables).shown(sum))).not.toContain('4711');
  });
});

it('a profile has counts, shares and lengths of a hidden column', () => {
  const counts = { name: 'salary', timestamp: 1, nullCount: 0, nullProportion: 0, minLength: 3 };
  const values = { min: 1, stddev: 2, median: 3, histogram: {}, cardinalityDistribution: {}, oneMore: 4711 };
  const customMetrics = [{ name: 'top', value: 4711 }];
  expect(shownProfile({ ...counts, ...values, customMetrics }, `${TABLE}.salary`, tables)).toEqual({
    ...counts,
    customMetrics: [{ name: 'top' }],
  });
  expect(shownProfile({ ...counts, ...values }, `${TABLE}.id`, tables)).toEqual({ ...counts, ...values });
});
