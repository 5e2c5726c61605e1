import { HOUR } from '@app/common';
const DAY_HOURS = 24;

/** First and last millisecond, both included. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The whole units of a range: `from` included, `to` not. Empty if it contains none. */
function whole({ from, to }: Window, unit: number): Window {
  const first = Math.ceil(from / unit);
  return { from: first, to: Math.max(first, Math.floor(to / unit)) };
}

/**
 * The values of {@link totalSql}, in the order of its parameters: first day and the day after the last; start of the
 * hours before the days; end of the hours after them; end of the milliseconds before the hours and start of those
 * after. Starts are included, ends are not.
 */
export function totalValues({ from, to }: Window): number[] {
  const hours = whole({ from, to: to + 1 }, HOUR);
  const days = whole(hours, DAY_HOURS);
  const hasDays = days.to > days.from;
  const headHours = [hours.from, hasDays ? days.from * DAY_HOURS : hours.to];
  const tailHours = hasDays ? [days.to * DAY_HOURS, hours.to] : [hours.to, hours.to];
  const edges = hours.to > hours.from ? [hours.from * HOUR, hours.to * HOUR] : [to + 1, to + 1];
  return [days.from, days.to, ...headHours, ...tailHours, ...edges];
}

/**
 * A parameter as a plan may not look at it: for windows of any length the plan is the same, and to make it anew takes longer than the page
 * or the total itself, which PostgreSQL would do as long as knowing the values promises a few rows less.
 */
export const unseen = (parameter: string): string => `(select ${parameter}::bigint)`;

/** Number of parameters that {@link totalSql} takes from {@link totalValues}. */
export const TOTAL_PARAMETERS = 8;

/**
 * Number of results in a window: whole days and hours from the stored counters, the edges from the index, and open
 * runs from their rows, because the counters exclude them. A `count(*)` over a million rows would read all of them.
 *
 * @param window SQL of its ends
 * @param parameter SQL of each value of {@link totalValues}, in their order
 * @param status parameter of the status to count, if restricted to one
 */
export function totalSql(
  contract: string,
  window: readonly [string, string],
  parameter: (n: number) => string,
  status?: string,
): string {
  const of = (column: string) => (status === undefined ? '' : `and ${column} = ${status}`);
  const kept = (table: string, unit: string, n: number) => `(select coalesce(sum(n), 0) from ${table}
      where contract = ${contract} and ${unit} >= ${parameter(n)} and ${unit} < ${parameter(n + 1)} ${of('status')})`;
  const edge = (condition: string) =>
    `(select count(*) from contract_result where contract = ${contract} and ${condition} ${of('status')})`;
  const [from, to] = window;
  // A run that has begun may still be shown as Queued.
  const ofStatus = status === undefined ? '' : 'join contract_result r using (contract, timestamp)';
  return `(
    ${kept('contract_result_day', 'day', 0)}
    + ${kept('contract_result_count', 'hour', 2)}
    + ${kept('contract_result_count', 'hour', 4)}
    + ${edge(`timestamp >= ${from} and timestamp < ${parameter(6)}`)}
    + ${edge(`timestamp >= ${parameter(7)} and timestamp <= ${to}`)}
    + (select count(*) from validation_run ${ofStatus} where contract = ${contract}
          and timestamp >= ${parameter(6)} and timestamp < ${parameter(7)} ${of('status')}))::text`;
}
