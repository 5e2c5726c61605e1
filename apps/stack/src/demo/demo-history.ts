import { checkQuality, overallVerdict } from '@app/validation/pure';
import { CONTRACTS, SCHEMA_FQN, TABLES } from './demo-catalog';
import { DAY_MS, HISTORY_DAYS, nightOf, testFqn, TESTS } from './demo-quality';

const NO_REFRESH = 'refreshFrequency: no evidence (no refresh is known)';

interface Fault {
  /** The column or the rule that failed. */
  readonly name: string;
  readonly reason: string;
  /** On which nights; failures come in stretches, as they do. */
  readonly on: (daysAgo: number) => boolean;
}

interface Faults {
  /** Nights on which the check could not be done. */
  readonly aborted?: (daysAgo: number) => boolean;
  readonly schema?: readonly Fault[];
  readonly semantics?: readonly Fault[];
  /** Nights without a reported refresh. */
  readonly noRefresh?: (daysAgo: number) => boolean;
}

const undescribed = (item: number, on: Fault['on']): Fault => ({
  name: 'every column is described',
  reason: `in item ${item} of columns description is missing`,
  on,
});
const unowned = (on: Fault['on']): Fault => ({ name: 'has an owner', reason: 'owners is empty', on });

const FAULTS: Readonly<Record<string, Faults>> = {
  orders: {
    schema: [
      {
        name: 'total',
        reason: 'promised DECIMAL(12,2), found VARCHAR(20): text, not an exact decimal',
        on: (day) => day >= 11 && day <= 13,
      },
    ],
    semantics: [undescribed(4, (day) => day === 13)],
    aborted: (day) => day === 7,
  },
  order_items: { semantics: [undescribed(4, (day) => day === 1 || day === 22)] },
  customers: {
    schema: [
      {
        name: 'email',
        reason: 'promised VARCHAR(320), found INT: a whole number, not text',
        on: (day) => day >= 17 && day <= 19,
      },
    ],
    semantics: [undescribed(4, (day) => day >= 18 && day <= 25)],
  },
  products: { semantics: [unowned((day) => day <= 9), undescribed(3, (day) => day <= 9)] },
  payments: { semantics: [unowned((day) => day <= 4 || day === 24)] },
  shipments: { noRefresh: (day) => day <= 20 },
};

/** Results of the nights before today; on the same day the same again, which changes nothing. */
export function nightlyResults(ids: ReadonlyMap<string, string>, now: number): object[] {
  return [...ids].flatMap(([table, contractId]) =>
    Array.from({ length: HISTORY_DAYS }, (_, at) => at + 1).map((daysAgo) => ({
      contractId,
      timestamp: nightOf(now) - daysAgo * DAY_MS,
      ...nightly(table, daysAgo, now),
    })),
  );
}

interface Column {
  readonly children?: readonly Column[];
}

const countOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, { children = [] }) => sum + 1 + countOf(children), 0);

/** How much the contract of a table promises. */
function promisesOf(table: string): { readonly columns: number; readonly rules: number } {
  const { body = {} } = CONTRACTS.find((one) => one.table === table) ?? {};
  const { schemaFromTable, semantics = [] } = body as { schemaFromTable?: true; semantics?: readonly object[] };
  const { columns = [] } = (TABLES as { name: string; columns?: Column[] }[]).find(({ name }) => name === table) ?? {};
  return { columns: schemaFromTable ? countOf(columns) : 0, rules: semantics.length };
}

/** The result of a validation of that night. @param now an instant of today, in epoch ms */
export function nightly(table: string, daysAgo: number, now: number): object {
  const { columns, rules } = promisesOf(table);
  const { schema = [], semantics = [], noRefresh, aborted } = FAULTS[table] ?? {};
  if (aborted?.(daysAgo)) return ABORTED;
  const badColumns = schema.filter(({ on }) => on(daysAgo));
  const badRules = semantics.filter(({ on }) => on(daysAgo));
  const refreshFrequencyMet = !noRefresh?.(daysAgo);
  const schemaValidation = { ...counts(columns, badColumns), failedFields: badColumns.map(({ name }) => name) };
  const failedRules = badRules.map(({ name: ruleName, reason }) => ({ ruleName, reason }));
  const semanticsValidation = { ...counts(rules, badRules), failedRules };
  const quality = qualityOf(table, nightOf(now) - daysAgo * DAY_MS, daysAgo);
  const { status, result } = overallVerdict({
    schema: { ...schemaValidation, details: badColumns.map(({ name, reason }) => ({ field: name, message: reason })) },
    semantics: { ...semanticsValidation, notEvaluated: [] },
    ...(quality && { quality }),
    ...(noRefresh && { sla: { sla: { refreshFrequencyMet }, notes: refreshFrequencyMet ? [] : [NO_REFRESH] } }),
  });
  return {
    contractExecutionStatus: status,
    result,
    ...(columns > 0 && { schemaValidation }),
    ...(rules > 0 && { semanticsValidation }),
    ...(quality && { qualityValidation: counted(quality) }),
    ...(noRefresh && { slaValidation: { refreshFrequencyMet } }),
  };
}

const ABORTED = {
  contractExecutionStatus: 'Aborted',
  result: 'The validation was aborted: the warehouse could not be reached.',
};

/** The findings of the tests of a table that night; undefined where it has none. */
function qualityOf(table: string, timestamp: number, daysAgo: number): ReturnType<typeof checkQuality> | undefined {
  const tests = TESTS.filter((test) => test.table === table);
  if (tests.length === 0) return undefined;
  return checkQuality(
    tests.map((test) => ({
      ref: { fullyQualifiedName: testFqn(SCHEMA_FQN, test) },
      newest: test.failsOn(daysAgo)
        ? { status: 'Failed', timestamp, result: test.failed }
        : { status: 'Success', timestamp },
    })),
  );
}

const counted = ({ passed, failed, total, qualityScore }: ReturnType<typeof checkQuality>): object => ({
  ...{ passed, failed, total, qualityScore },
});

function counts(total: number, bad: readonly Fault[]): { passed: number; failed: number; total: number } {
  return { passed: total - bad.length, failed: bad.length, total };
}
