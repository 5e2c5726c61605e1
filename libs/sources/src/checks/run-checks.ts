import type { Rows, Session } from '../engine';
import { endsTheReading, SourceError } from '../reason';
import type { Parameters } from './bounds';
import { compileDefinition, EXECUTABLE_DEFINITIONS } from './definitions';
import type { CheckPlace, CompiledCheck, Measure } from './measures';
import { aborted, abortedBy, CheckRefusal, type Outcome } from './outcome';
import type { OdcsRule } from './odcs-rule';
import { compileRule, importedRule } from './rules';

/** A check of a table: a test case by its definition, or a rule. `column` is the source's name, unquoted. */
export type Check =
  | { readonly definition: string; readonly parameters: Parameters; readonly column?: string }
  | { readonly rule: OdcsRule; readonly column?: string };

/** A table as it is now; how its SQL is written, the session says. */
export type CheckedTable = Omit<CheckPlace, 'dialect'>;

export interface CheckRun {
  /** In the order of the checks. */
  readonly outcomes: readonly Outcome[];
  /** That were sent for them. */
  readonly statements: number;
}

/** Most expressions of one statement: engines have limits of their own somewhere above 1,000. */
const MOST_EXPRESSIONS = 400;

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
  const compiled = checks.map((check) => compile(check, place));
  const run = new MeasureRun(session, place, until, rowsLimit);
  if (checks.some(needsSchema)) await run.enter();
  await run.askAggregates(compiled.filter((one): one is CompiledCheck => 'measures' in one));
  const outcomes: Outcome[] = [];
  for (const one of compiled) outcomes.push('measures' in one ? await run.outcomeOf(one) : one);
  return { outcomes, statements: run.statements };
}

const needsSchema = (check: Check): boolean =>
  'rule' in check
    ? check.rule.query !== undefined
    : check.parameters.sqlExpression !== undefined || check.parameters.query !== undefined;

/** Compiles a check; one that needs nothing of the source has its outcome at once. */
function compile(check: Check, place: CheckPlace): CompiledCheck | Outcome {
  try {
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

type Answer = Rows | SourceError;

/** Asks measures, each once, and keeps their answers. */
class MeasureRun {
  statements = 0;
  private readonly answers = new Map<string, Answer>();
  /** The error that ended the reading: nothing more is asked. */
  private end?: SourceError;

  constructor(
    private readonly session: Session,
    private readonly place: CheckPlace,
    private readonly until: number,
    private readonly rowsLimit: number,
  ) {}

  async enter(): Promise<void> {
    try {
      await this.session.enter(this.place.schema);
    } catch (error) {
      this.end = asSourceError(error);
    }
  }

  /** All aggregates of all checks, as few statements as they fit into. */
  async askAggregates(checks: readonly CompiledCheck[]): Promise<void> {
    let together: CompiledCheck[] = [];
    let expressions = new Set<string>();
    for (const check of checks) {
      const own = aggregatesOf([check]);
      if (together.length && new Set([...expressions, ...own]).size > MOST_EXPRESSIONS) {
        await this.askTogether(together);
        [together, expressions] = [[], new Set()];
      }
      together.push(check);
      for (const sql of own) expressions.add(sql);
    }
    await this.askTogether(together);
  }

  async outcomeOf(check: CompiledCheck): Promise<Outcome> {
    const answers: Rows[] = [];
    for (const measure of check.measures) {
      const answer = await this.answerTo(measure);
      if (answer instanceof SourceError) return this.refused(check, answer);
      answers.push(answer);
    }
    try {
      return check.judge(answers);
    } catch (error) {
      return abortedBy(error);
    }
  }

  private refused({ refusedAs }: CompiledCheck, error: SourceError): Outcome {
    return aborted(refusedAs && error.reason === 'sqlError' ? refusedAs : error.reason, error.message);
  }

  /** Where a statement fails it is halved until the check that fails is alone. */
  private async askTogether(checks: readonly CompiledCheck[]): Promise<void> {
    const asked = aggregatesOf(checks).filter(
      (sql) => !this.answers.has(sql) || this.answers.get(sql) instanceof SourceError,
    );
    if (!asked.length) return;
    const answer = await this.send(`SELECT ${asked.join(', ')} FROM ${this.tableName()}`);
    if (!(answer instanceof SourceError)) {
      const [row = []] = answer.rows;
      for (const [index, sql] of asked.entries())
        this.answers.set(sql, { columns: ['value'], rows: [[row[index] ?? null]] });
      return;
    }
    for (const sql of asked) this.answers.set(sql, answer);
    if (checks.length === 1 || this.end || answer.reason === 'tableNotFound') return;
    // What took too long together is tried once alone: halves of it would take as long again, several times.
    const parts =
      answer.reason === 'timedOut'
        ? checks.map((check) => [check])
        : [checks.slice(0, checks.length >> 1), checks.slice(checks.length >> 1)];
    for (const part of parts) await this.askTogether(part);
  }

  private async answerTo(measure: Measure): Promise<Answer> {
    const key = keyOf(measure);
    const known = this.answers.get(key);
    if (known) return known;
    const answer = await this.ask(measure);
    this.answers.set(key, answer);
    return answer;
  }

  private async ask(measure: Measure): Promise<Answer> {
    switch (measure.kind) {
      case 'aggregate':
        return this.send(`SELECT ${measure.sql} FROM ${this.tableName()}`);
      case 'groups':
        return this.send(groupsSql(measure, this.tableName()));
      case 'statement': {
        if (measure.rows !== undefined) return notSingle(await this.send(measure.sql, measure.rows));
        const answer = await this.send(measure.sql);
        return answer instanceof SourceError && answer.reason === 'sqlError' && measure.counted !== undefined
          ? this.count(measure.counted)
          : answer;
      }
    }
  }

  /** Rows that the source does not count are counted here. */
  private async count(sql: string): Promise<Answer> {
    const answer = await this.send(sql, this.rowsLimit);
    return answer instanceof SourceError ? answer : { columns: ['count'], rows: [[String(answer.rows.length)]] };
  }

  private async send(sql: string, rows?: number): Promise<Answer> {
    if (this.end) return this.end;
    if (Date.now() >= this.until)
      return new SourceError({
        reason: 'timedOut',
        message: 'The time of the run was over before the statement was begun',
      });
    this.statements++;
    try {
      return await this.session.query(sql, [], rows === undefined ? {} : { rows });
    } catch (thrown) {
      const error = asSourceError(thrown);
      if (endsTheReading(error.reason)) this.end = error;
      return error;
    }
  }

  private tableName(): string {
    return this.place.dialect.name(this.place.schema, this.place.table);
  }
}

/** More rows than were asked for are more than one value. */
function notSingle(answer: Answer): Answer {
  return answer instanceof SourceError && answer.reason === 'tooLarge' ? { columns: [], rows: [] } : answer;
}

const asSourceError = (error: unknown): SourceError =>
  error instanceof SourceError
    ? error
    : new SourceError(
        { reason: 'internal', message: error instanceof Error ? error.message : String(error) },
        { cause: error },
      );

const keyOf = (measure: Measure): string => (measure.kind === 'aggregate' ? measure.sql : JSON.stringify(measure));

function aggregatesOf(checks: readonly CompiledCheck[]): string[] {
  const all = checks.flatMap(({ measures }) => measures.flatMap((one) => (one.kind === 'aggregate' ? [one.sql] : [])));
  return [...new Set(all)];
}

function groupsSql({ by, where }: Extract<Measure, { kind: 'groups' }>, table: string): string {
  const counts = [
    'coalesce(sum(n), 0)',
    'coalesce(sum(CASE WHEN n > 1 THEN n END), 0)',
    'count(*)',
    'count(CASE WHEN n > 1 THEN 1 END)',
    'count(CASE WHEN n = 1 THEN 1 END)',
  ];
  return `SELECT ${counts.join(', ')} FROM (SELECT count(*) AS n FROM ${table} WHERE ${where} GROUP BY ${by.join(', ')}) AS value_groups`;
}
