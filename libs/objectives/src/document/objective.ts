import { DAY, HOUR, parseDuration } from '@app/common';
import { isDeepStrictEqual } from 'node:util';

export const EVIDENCE_KINDS = ['status', 'freshness', 'availability'] as const;
export const OBJECTIVE_UNITS = ['days', 'hours', 'runs'] as const;
export const NO_DATA = ['carry', 'ignore', 'bad'] as const;

export const MOST_OBJECTIVES = 5;
export const MOST_ALERTS = 4;
export const LONGEST_OBJECTIVE_NAME = 64;
/** Decimals of a target; so its share is a whole number of hundred-thousandths. */
export const TARGET_DECIMALS = 3;

const SECOND = 1_000;
/** Maximum of a window, an alert, and of `within`, in ms. */
export const LONGEST_WINDOW = 366 * DAY;

/** Alerts that a budget is used up too fast: both rates are at least `factor`. Durations are in ISO 8601. */
export interface BurnAlert {
  readonly long: string;
  readonly short: string;
  readonly factor: number;
}

/** The span that an objective is judged over: the time before, or the calendar month so far. */
export type ObjectiveWindow =
  | { readonly rolling: string; readonly calendar?: undefined }
  | { readonly calendar: 'month'; readonly rolling?: undefined };

/** An objective of a contract, as it is stored and shown. */
export interface Objective {
  /** Unique in its contract. */
  readonly name: string;
  readonly on: (typeof EVIDENCE_KINDS)[number];
  readonly unit: (typeof OBJECTIVE_UNITS)[number];
  /** Percent of units that have to be good: above 0, below 100, with at most three decimals. */
  readonly target: number;
  readonly window: ObjectiveWindow;
  /** IANA name of the zone whose days and months count. */
  readonly timezone: string;
  /** Age that the newest refresh may have, of freshness, in ISO 8601; absent: the refresh frequency of the contract. */
  readonly within?: string;
  /** Rule for a day or an hour without evidence. */
  readonly noData: (typeof NO_DATA)[number];
  /** Absent: those of its unit. */
  readonly alerts?: readonly BurnAlert[];
}

const STANDARD_ALERTS: readonly BurnAlert[] = [
  { long: 'P1D', short: 'PT2H', factor: 3 },
  { long: 'P3D', short: 'PT6H', factor: 1 },
];
const ALERTS_OF_DAYS: readonly BurnAlert[] = [
  { long: 'P3D', short: 'P1D', factor: 3 },
  { long: 'P7D', short: 'P1D', factor: 1 },
];

export function alertsOf({ alerts, unit }: Pick<Objective, 'alerts' | 'unit'>): readonly BurnAlert[] {
  return alerts ?? (unit === 'days' ? ALERTS_OF_DAYS : STANDARD_ALERTS);
}

/** Length in ms of a duration that was checked by `objectiveDurationFault`. */
export function lengthOf(text: string): number {
  const parsed = parseDuration(text);
  if (!parsed.ok) throw new TypeError(`"${text}" ${parsed.message}`);
  return parsed.duration.milliseconds;
}

/** Fault of a duration of an objective, if any; months and years are refused, since they have no length of their own. */
export function objectiveDurationFault(value: unknown, shortest = SECOND): string | undefined {
  const parsed = typeof value === 'string' ? parseDuration(value) : undefined;
  const allowed = `must be an ISO 8601 duration of weeks, days, hours, minutes and seconds, from ${shortest === SECOND ? 'PT1S' : 'P1D'} to P366D`;
  if (!parsed?.ok || parsed.duration.months > 0) return `${allowed}; got ${JSON.stringify(value)}`;
  const { milliseconds } = parsed.duration;
  return milliseconds < shortest || milliseconds > LONGEST_WINDOW ? `${allowed}; got "${value as string}"` : undefined;
}

/** Fault of the length of a rolling window of that unit, if any. */
export function rollingFault(rolling: unknown, unit: unknown): string | undefined {
  const fault = objectiveDurationFault(rolling, DAY);
  if (fault) return fault;
  const [step, name] = unit === 'days' ? [DAY, 'days'] : [HOUR, 'hours'];
  return lengthOf(rolling as string) % step === 0 ? undefined : `must be of whole ${name}; got "${rolling as string}"`;
}

/** Notices of the budget of an objective, as far as they suppress further notifications. */
export interface NotifiedBudget {
  readonly burning?: readonly string[];
  /** Time of the notice that the budget is used up, in epoch ms. */
  readonly exhausted?: number;
}

/** By name of the objective; nothing is said of one that neither burns nor is used up. */
export type NotifiedBudgets = Readonly<Record<string, NotifiedBudget>>;

/** Names of objectives that stay as they are if others replace them. */
export function keptNames(before: readonly Objective[], after: readonly Objective[]): string[] {
  const sent = JSON.parse(JSON.stringify(after)) as readonly Objective[];
  return sent.filter((one) => before.some((other) => isDeepStrictEqual(one, other))).map(({ name }) => name);
}
