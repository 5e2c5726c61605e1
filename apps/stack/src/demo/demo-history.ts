import { overallVerdict } from '@app/validation/pure';
import { CONTRACTS, TABLES } from './demo-catalog';

export const DAY_MS = 86_400_000;
/** Half past two. */
const NIGHTLY_MS = 9_000_000;

/** The nightly check of the day of that time, in UTC. */
export const nightOf = (now: number): number => now - (now % DAY_MS) + NIGHTLY_MS;

export const HISTORY_DAYS = 30;

const NO_REFRESH = 'refreshFrequency: no evidence (no refresh is known)';

interface Fault {
  /** The column or the rule that did not hold. */
  readonly name: string;
  readonly reason: string;
  /** On which nights; failures come in stretches, as they do. */
  readonly on: (daysAgo: number) => boolean;
}

interface Faults {
  readonly schema?: readonly Fault[];
  readonly semantics?: readonly Fault[];
  /** Nights on which nobody had told of a refresh. */
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
        reason: 'is VARCHAR(20) in the asset, of another family than the promised DECIMAL(12,2)',
        on: (day) => day >= 11 && day <= 13,
      },
    ],
    semantics: [undescribed(4, (day) => day === 13)],
  },
  order_items: { semantics: [undescribed(4, (day) => day === 1 || day === 22)] },
  customers: {
    schema: [
      {
        name: 'email',
        reason: 'is INT in the asset, of another family than the promised VARCHAR(320)',
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
      ...nightly(table, daysAgo),
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

/** What a validation of that night says. */
export function nightly(table: string, daysAgo: number): object {
  const { columns, rules } = promisesOf(table);
  const { schema = [], semantics = [], noRefresh } = FAULTS[table] ?? {};
  const badColumns = schema.filter(({ on }) => on(daysAgo));
  const badRules = semantics.filter(({ on }) => on(daysAgo));
  const refreshFrequencyMet = !noRefresh?.(daysAgo);
  const schemaValidation = { ...counts(columns, badColumns), failedFields: badColumns.map(({ name }) => name) };
  const failedRules = badRules.map(({ name: ruleName, reason }) => ({ ruleName, reason }));
  const semanticsValidation = { ...counts(rules, badRules), failedRules };
  const { status, result } = overallVerdict({
    schema: { ...schemaValidation, details: badColumns.map(({ name, reason }) => ({ field: name, message: reason })) },
    semantics: { ...semanticsValidation, notEvaluated: [] },
    ...(noRefresh && { sla: { sla: { refreshFrequencyMet }, notes: refreshFrequencyMet ? [] : [NO_REFRESH] } }),
  });
  return {
    contractExecutionStatus: status,
    result,
    ...(columns > 0 && { schemaValidation }),
    ...(rules > 0 && { semanticsValidation }),
    ...(noRefresh && { slaValidation: { refreshFrequencyMet } }),
  };
}

function counts(total: number, bad: readonly Fault[]): { passed: number; failed: number; total: number } {
  return { passed: total - bad.length, failed: bad.length, total };
}
