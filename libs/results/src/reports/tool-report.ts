import { badRequest } from '@app/common';

/** Tools whose reports are taken. */
export const REPORTING_TOOLS = ['datacontract-cli', 'dbt', 'soda', 'great-expectations', 'pandera', 'junit'] as const;
export type ReportingTool = (typeof REPORTING_TOOLS)[number];

export type Dimension = 'schema' | 'semantics' | 'quality' | 'sla';

/**
 * passed: it ran and is met, or it is one that only warns. failed: it ran and is not met. error: it has no result, since it could not run or
 * says none that is known. skipped: the tool left it out and says so; it counts for nothing.
 */
export type CheckOutcome = 'passed' | 'failed' | 'error' | 'skipped';

/** One check of a report, by the tool's own name. */
export interface ReportedCheck {
  readonly name: string;
  readonly outcome: CheckOutcome;
  readonly dimension: Dimension;
  /** Subject of the check, as the tool calls it: a table, a model, a class. It determines the contract. */
  readonly subject?: string;
  /** The table or view of the subject, as its database names it. */
  readonly relation?: Relation;
  /** The column. */
  readonly field?: string;
  /** Why it did not pass. */
  readonly message?: string;
}

/** A table or view by the names of its database. */
export interface Relation {
  readonly database: string;
  readonly schema: string;
  readonly name: string;
}

export const relationKey = ({ database, schema, name }: Relation): string => JSON.stringify([database, schema, name]);

/** The outcome by the tool's own word for it, in any letter case. Any other word is no result, so it is no pass. */
export function outcomeBy(words: Readonly<Record<string, CheckOutcome>>): (word: unknown) => CheckOutcome {
  const outcomes = new Map(Object.entries(words));
  return (word) => outcomes.get(textOf(word)?.toLowerCase() ?? '') ?? 'error';
}

/** Content of a report, whichever tool wrote it. */
export interface ToolReport {
  /** Made as they are read: a report may have many. */
  readonly checks: Iterable<ReportedCheck>;
  /** When it ended, in epoch ms; absent where the report does not say. */
  readonly timestamp?: number;
  /** How long it took, in ms. */
  readonly executionTime?: number;
  /** Id of the contract that was tested, where the report names one. */
  readonly contractId?: string;
  /** Kind of the database that was tested, such as postgres. */
  readonly platform?: string;
}

export type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads of reports that any tool may have written: what is not of the expected type is absent. */
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
export const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** A time in ISO 8601 as epoch ms. One without an offset is UTC, as the tools mean it. */
export function timeOf(value: unknown): number | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) || !text.includes(':') ? text : `${text}Z`;
  const time = Date.parse(zoned.replace(' ', 'T'));
  return Number.isNaN(time) ? undefined : time;
}

const MOST_RUNS = 10_000;

/**
 * Suites or runs, whose times are read at one stretch.
 *
 * @throws {AppError} BAD_REQUEST where there are too many
 */
export function notTooMany<Run>(runs: readonly Run[], what: string): readonly Run[] {
  if (runs.length > MOST_RUNS) throw badRequest(`The report has more than ${MOST_RUNS} ${what}`);
  return runs;
}

export const latestOf = (times: readonly number[]): number | undefined =>
  times.length > 0 ? times.reduce((latest, time) => Math.max(latest, time)) : undefined;

/** A fault beside the checks of a tool, as a failed check: without it a report of the checks that ran would be a pass. */
export const faultOfRun = (message: string | undefined): ReportedCheck => ({
  ...{ name: 'the run', outcome: 'error', dimension: 'quality' },
  ...(message !== undefined && { message }),
});

/** Each element as what is made of it, when it is asked for. */
export function* eachAs<From, To>(elements: Iterable<From>, make: (element: From) => To): Generator<To> {
  for (const element of elements) yield make(element);
}

/** How long something took, in whole ms; absent where one end is unknown. */
export const between = (start: number | undefined, end: number | undefined): number | undefined =>
  start === undefined || end === undefined || end < start ? undefined : Math.round(end - start);
