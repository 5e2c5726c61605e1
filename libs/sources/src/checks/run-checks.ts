import type { Session } from '../engine';
import { SourceError } from '../reason';
import type { Parameters } from './bounds';
import { compileDefinition, EXECUTABLE_DEFINITIONS } from './definitions';
import type { ColumnName } from './conditions';
import { MeasureRun } from './measure-run';
import type { CheckTarget, CompiledCheck } from './measures';
import { aborted, abortedBy, CheckRefusal, type Outcome } from './outcome';
import { EXISTS_IN } from './keys/references';
import type { OdcsRule } from './odcs-rule';
import { compilePromise, type PromiseCheck } from './promises';
import { columnNames, ignoredArguments, ignoredOfRule, ignoredParameters, withIgnored } from './parameters/ignored';
import { compileRule, importedRule } from './rules';

/** A check of a table: a test case by its definition, a rule, or a promise about values. */
export type Check =
  | {
      readonly definition: string;
      readonly parameters: Parameters;
      readonly column?: ColumnName;
      /** Columns by whose values other tools would judge the rows; here it is judged as a whole. */
      readonly dimensionColumns?: readonly string[];
    }
  | { readonly rule: OdcsRule; readonly column?: ColumnName }
  | { readonly promise: PromiseCheck; readonly column?: ColumnName };

/** A table as it is now; how its SQL is written, the session says. */
export type CheckedTable = Omit<CheckTarget, 'dialect'>;

export interface CheckRun {
  /** In the order of the checks. */
  readonly outcomes: readonly Outcome[];
  /** That were sent for them. */
  readonly statements: number;
}

/** Whether the service computes test cases of a definition; others are pushed from outside. */
export function isExecutable(definition: string): boolean {
  return EXECUTABLE_DEFINITIONS.includes(definition) || importedRule(definition, {}) !== undefined;
}

/**
 * Computes many checks of one table in few statements: one of aggregates, one more for each distinct list of columns that are compared,
 * each median that is no aggregate and each SQL rule.
 * @param until epoch ms at which no further statement is begun
 * @param rowsLimit most rows that are read to be counted here, where the source refuses to count them
 */
export async function runChecks(
  session: Session,
  checked: CheckedTable,
  checks: readonly Check[],
  { until = Infinity, rowsLimit }: { readonly until?: number; readonly rowsLimit: number },
): Promise<CheckRun> {
  const target: CheckTarget = { ...checked, dialect: session.dialect };
  if (checks.some(hasOwnSql)) await session.dialect.grammar?.load();
  const compiled = checks.map((check) => compile(check, target));
  const run = new MeasureRun(session, target, { until, rowsLimit });
  await run.askAggregates(compiled.filter((one): one is CompiledCheck => 'measures' in one));
  const outcomes: Outcome[] = [];
  for (const [index, one] of compiled.entries()) {
    const outcome = 'measures' in one ? await outcomeOf(run, one) : one;
    outcomes.push(withIgnored(outcome, ignoredIn(checks[index]!), dimensionsOf(checks[index]!)));
  }
  return { outcomes, statements: run.statements };
}

async function outcomeOf(run: MeasureRun, { measures, refusedAs, judge }: CompiledCheck): Promise<Outcome> {
  const answers = await run.answersTo(measures);
  if (answers instanceof SourceError)
    return aborted(refusedAs && answers.reason === 'sqlError' ? refusedAs : answers.reason, answers.message);
  try {
    return judge(answers);
  } catch (error) {
    return abortedBy(error);
  }
}

/** The text by which a check names another table; undefined where it names none. */
export function referredTable(check: Check): string | undefined {
  if ('promise' in check) return check.promise.is === 'reference' ? check.promise.to.table : undefined;
  if ('rule' in check || check.definition !== EXISTS_IN) return undefined;
  return check.parameters.table?.trim() || undefined;
}

const hasOwnSql = (check: Check): boolean =>
  'promise' in check
    ? false
    : 'rule' in check
      ? check.rule.query !== undefined
      : check.parameters.sqlExpression !== undefined || check.parameters.query !== undefined;

/** Names of what the check says and nothing of it asks. */
function ignoredIn(check: Check): string[] {
  if ('promise' in check) return [];
  if ('rule' in check) return ignoredArguments(check.rule);
  const { definition, parameters } = check;
  const rule = importedRule(definition, parameters);
  const given = Object.keys(parameters);
  return rule ? [...ignoredOfRule(given), ...ignoredArguments(rule)] : ignoredParameters(definition, given);
}

/** Columns by whose values others would judge the rows: of the test case, of a parameter, of an argument. */
function dimensionsOf(check: Check): string[] {
  if ('promise' in check) return [];
  if ('rule' in check) return columnNames(check.rule.arguments?.dimensionColumns);
  return [...(check.dimensionColumns ?? []), ...columnNames(check.parameters.dimensionColumns)];
}

/** Compiles a check; one that needs nothing of the source has its outcome at once. */
function compile(check: Check, target: CheckTarget): CompiledCheck | Outcome {
  try {
    if ('promise' in check) return compilePromise(check.promise, check.column, target);
    if ('rule' in check) return compileRule(check.rule, check.column, target);
    const rule = importedRule(check.definition, check.parameters);
    return rule
      ? compileRule(rule, check.column, target)
      : compileDefinition(check.definition, check.parameters, check.column, target);
  } catch (error) {
    if (error instanceof CheckRefusal) return aborted(error.reason, error.message);
    throw error;
  }
}
