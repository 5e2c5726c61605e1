const HOUR_MS = 3_600_000;

/** First and last millisecond, both included. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The whole hours of a window: `from` included, `to` not. Empty when the window lies within one hour. */
function wholeHours({ from, to }: Window): Window {
  const first = Math.ceil(from / HOUR_MS);
  const end = Math.floor((to + 1) / HOUR_MS);
  return end > first ? { from: first, to: end } : { from: first, to: first };
}

/** The values of {@link totalSql}: four bounds, in the order of its parameters. */
export function totalValues(window: Window): [number, number, number, number] {
  const hours = wholeHours(window);
  const isWithinOneHour = hours.from === hours.to;
  const endOfHead = isWithinOneHour ? window.to + 1 : hours.from * HOUR_MS;
  const startOfTail = isWithinOneHour ? window.to + 1 : hours.to * HOUR_MS;
  return [hours.from, hours.to, endOfHead, startOfTail];
}

/**
 * Results of a window: whole hours by the kept counts, its two edges by the index. A `count(*)` over a million rows would
 * read all of them.
 *
 * @param at number of the first of four parameters, filled by {@link totalValues}
 * @param status condition on the status that begins with `and`, or nothing
 */
export function totalSql(contract: string, from: string, to: string, at: number, status: string): string {
  const edge = (condition: string) =>
    `(select count(*) from contract_result where contract = ${contract} and ${condition} ${status})`;
  return `(
    (select coalesce(sum(n), 0) from contract_result_count
      where contract = ${contract} and hour >= $${at}::bigint and hour < $${at + 1}::bigint ${status})
    + ${edge(`timestamp >= ${from}::bigint and timestamp < $${at + 2}::bigint`)}
    + ${edge(`timestamp >= $${at + 3}::bigint and timestamp <= ${to}::bigint`)})::text`;
}
