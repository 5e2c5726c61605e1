import type { Rows, Session } from '../engine';
import { hasMoreRows } from '../connect/limited-rows';
import { endsTheReading, SourceError } from '../reason';
import { type Asking, type CheckTarget, type Measure, rowsOf } from './measures';

/** Most expressions of one statement: engines have limits of their own somewhere above 1,000. */
const MOST_EXPRESSIONS = 400;

type Answer = Rows | SourceError;

export interface AskLimits {
  /** Epoch ms at which no further statement is begun. */
  readonly until: number;
  /** Most rows that are read to be counted here, where the source refuses to count them. */
  readonly rowsLimit: number;
}

/** Queries measures, each once, and caches their answers. */
export class MeasureRun {
  statements = 0;
  private readonly answers = new Map<string, Answer>();
  /** The error that ended the reading: nothing more is asked. */
  private end?: SourceError;
  private hasEntered = false;

  constructor(
    private readonly session: Session,
    private readonly target: CheckTarget,
    private readonly limits: AskLimits,
  ) {}

  /** All aggregates of all that ask, in as few statements as they fit into. */
  async askAggregates(checks: readonly Asking[]): Promise<void> {
    let together: Asking[] = [];
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

  /** In the order of the measures, or why one of them could not be had. */
  async answersTo(measures: readonly Measure[]): Promise<readonly Rows[] | SourceError> {
    const answers: Rows[] = [];
    for (const measure of measures) {
      const answer = await this.answerTo(measure);
      if (answer instanceof SourceError) return answer;
      answers.push(answer);
    }
    return answers;
  }

  /** Where a statement fails it is halved until what fails is alone. */
  private async askTogether(checks: readonly Asking[]): Promise<void> {
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
        if (!measure.inSchema) return this.askStatement(measure);
        await this.enter();
        const answer = await this.askStatement(measure);
        await this.leave();
        return answer;
      }
    }
  }

  private async askStatement({ sql, rows, counted }: Extract<Measure, { kind: 'statement' }>): Promise<Answer> {
    if (rows !== undefined) return atMost(rows, await this.send(sql, rows));
    const answer = await this.send(sql);
    return answer instanceof SourceError && answer.reason === 'sqlError' && counted !== undefined
      ? this.count(counted)
      : answer;
  }

  private enter(): Promise<void> {
    if (this.hasEntered) return Promise.resolve();
    this.hasEntered = true;
    return this.endingWithError(() => this.session.enter(this.target.schema));
  }

  private async leave(): Promise<void> {
    const { session } = this;
    if (!session.leave) return;
    this.hasEntered = false;
    await this.endingWithError(() => session.leave!());
  }

  /** A session whose schema is not known is asked nothing more. */
  private async endingWithError(work: () => Promise<void>): Promise<void> {
    if (this.end) return;
    try {
      await work();
    } catch (error) {
      this.end = asSourceError(error);
    }
  }

  /** Rows that the source does not count are counted here. */
  private async count(sql: string): Promise<Answer> {
    const answer = await this.send(sql, this.limits.rowsLimit);
    return answer instanceof SourceError ? answer : { columns: ['count'], rows: [[String(answer.rows.length)]] };
  }

  private async send(sql: string, rows?: number): Promise<Answer> {
    if (this.end) return this.end;
    if (Date.now() >= this.limits.until)
      return new SourceError({
        reason: 'timedOut',
        message: 'The time of the run was over before the statement was begun',
      });
    this.statements++;
    try {
      return await this.session.query(sql, rows === undefined ? {} : { rows });
    } catch (thrown) {
      const error = asSourceError(thrown);
      if (endsTheReading(error.reason)) this.end = error;
      return error;
    }
  }

  private tableName(): string {
    return rowsOf(this.target);
  }
}

/** More rows than were asked for are more than one value. */
function atMost(rows: number, answer: Answer): Answer {
  return answer instanceof SourceError && hasMoreRows(answer, rows) ? { columns: [], rows: [] } : answer;
}

const asSourceError = (error: unknown): SourceError =>
  error instanceof SourceError
    ? error
    : new SourceError(
        { reason: 'internal', message: error instanceof Error ? error.message : String(error) },
        { cause: error },
      );

const keyOf = (measure: Measure): string => (measure.kind === 'aggregate' ? measure.sql : JSON.stringify(measure));

function aggregatesOf(checks: readonly Asking[]): string[] {
  const all = checks.flatMap(({ measures }) => measures.flatMap((one) => (one.kind === 'aggregate' ? [one.sql] : [])));
  return [...new Set(all)];
}

function groupsSql({ by, where }: Extract<Measure, { kind: 'groups' }>, table: string): string {
  const counts = ['coalesce(sum(CASE WHEN n > 1 THEN n END), 0)', 'count(*)', 'count(CASE WHEN n > 1 THEN 1 END)'];
  return `SELECT ${counts.join(', ')} FROM (SELECT count(*) AS n FROM ${table} WHERE ${where} GROUP BY ${by.join(', ')}) AS value_groups`;
}
