export const DAY_MS = 86_400_000;
/** Half past two. */
const NIGHTLY_MS = 9_000_000;

export const HISTORY_DAYS = 30;

/** The nightly check of the day of that time, in UTC. */
export const nightOf = (now: number): number => now - (now % DAY_MS) + NIGHTLY_MS;

/** A test of a column that a tool runs every night: the service stores its results. */
interface DemoTest {
  readonly name: string;
  readonly table: string;
  readonly column: string;
  readonly description: string;
  readonly testDefinition: string;
  readonly parameterValues?: readonly { readonly name: string; readonly value: string }[];
  /** The message of a night on which it passed, and of one on which it failed. */
  readonly passed: string;
  readonly failed: string;
  readonly failsOn: (daysAgo: number) => boolean;
}

export const TESTS: readonly DemoTest[] = [
  {
    name: 'quantity_is_sensible',
    table: 'order_items',
    column: 'quantity',
    description: 'Nobody orders nothing, or more than a hundred of one thing',
    testDefinition: 'columnValuesToBeBetween',
    parameterValues: [
      { name: 'minValue', value: '1' },
      { name: 'maxValue', value: '100' },
    ],
    passed: 'All values are between 1 and 100.',
    failed: '4 values are above 100, the largest is 1000.',
    failsOn: (day) => day === 12,
  },
  {
    name: 'emails_are_unique',
    table: 'customers',
    column: 'email',
    description: 'One account for each address',
    testDefinition: 'columnValuesToBeUnique',
    passed: 'No address is there twice.',
    failed: '3 addresses are there twice.',
    failsOn: (day) => day <= 2,
  },
];

/** FQN of a test case. @param schema FQN of the schema that its table lies in */
export const testFqn = (schema: string, { table, column, name }: DemoTest): string =>
  `${schema}.${table}.${column}.${name}`;

export const testCases = (schema: string): object[] =>
  TESTS.map(({ name, table, column, description, testDefinition, parameterValues = [] }) => ({
    name,
    description,
    entityLink: `<#E::table::${schema}.${table}::columns::${column}>`,
    testDefinition,
    parameterValues,
  }));

/** The results of a test in the nights before today, oldest first; the last ones failed where `failsOn` says so. */
export const testResults = (test: DemoTest, now: number): object[] =>
  Array.from({ length: HISTORY_DAYS }, (_, at) => HISTORY_DAYS - at).map((daysAgo) => ({
    timestamp: nightOf(now) - daysAgo * DAY_MS,
    testCaseStatus: test.failsOn(daysAgo) ? 'Failed' : 'Success',
    result: test.failsOn(daysAgo) ? test.failed : test.passed,
  }));
