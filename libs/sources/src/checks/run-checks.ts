import type { Session } from '../engine';
import { SourceError } from '../reason';
import type { Parameters } from './bounds';
import { compileDefinition, EXECUTABLE_DEFINITIONS } from './definitions';
import type { ColumnName } from './conditions';
import { MeasureRun } from './measure-run';
import type { CheckPlace, CompiledCheck } from './measures';
import { aborted, abortedBy, CheckRefusal, type Outcome } from './outcome';
import type { OdcsRule } from './odcs-rule';
import { compilePromise, type PromiseCheck } from './promises';
import { compileRule, importedRule } from './rules';

/** A check of a table: a test case by its definition, a rule, or a promise about values. */
export type Check =
  | { readonly definition: string; readonly parameters: Parameters; readonly column?: ColumnName }
  | { readonly rule: OdcsRule; readonly column?: ColumnName }
  | { readonly promise: PromiseCheck; readonly column?: ColumnName };

/** A table as it is now; how its SQL is written, the session says. */
export type CheckedTable = Omit<CheckPlace, 'dialect'>;

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
 * Computes many checks of one table in few statements: one of aggregates, one more for each distinct list of columns that are told apart,
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
  const place: CheckPlace = { ...checked, dialect: session.dialect };
  if (checks.some(hasOwnSql)) await session.dialect.grammar?.load();
  const compiled = checks.map((check) => compile(check, place));
  const run = new MeasureRun(session, place, { until, rowsLimit });
  await run.askAggregates(compiled.filter((one): one is CompiledCheck => 'measures' in one));
  const outcomes: Outcome[] = [];
  for (const one of compiled) outcomes.push('measures' in one ? await outcomeOf(run, one) : one);
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

const hasOwnSql = (check: Check): boolean =>
  'promise' in check
    ? false
    : 'rule' in check
      ? check.rule.query !== undefined
      : check.parameters.sqlExpression !== undefined || check.parameters.query !== undefined;

/** Compiles a check; one that needs nothing of the source has its outcome at once. */
function compile(check: Check, place: CheckPlace): CompiledCheck | Outcome {
  try {
    if ('promise' in check) return compilePromise(check.promise, check.column, place);
    if ('rule' in check) return compileRule(check.rule, check.column, place);
    const rule = importedRule(check.definition, check.parameters);
    return rule
      ? compileRule(rule, check.column, place)
      : compileDefinition(check.definition, check.parameters, check.column, place);
  } catch (error) {
    if (error instanceof CheckRefusal) return aborted(error.reason, error.message);
    throw error;
  }
}
