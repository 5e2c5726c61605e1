import type { ContractSla } from '../../document/contract-document';
import { parseSla } from '../../document/sla/sla-terms';
import { zoneOffset } from '../../document/time/time-zone';

const MINUTE = 60_000;

/** Winter and summer of one year, so that zones with daylight saving time are compared in both. */
const SEASONS = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];

/**
 * Negative if the new deadline (availabilityTime in its zone, else in `timezone`, else in UTC) is later in some season, positive if
 * it is earlier in some and later in none, zero if equal.
 */
export function compareDeadlines(before: ContractSla, after: ContractSla): number {
  const [from, to] = [deadlines(before), deadlines(after)];
  if (!from || !to) return 0;
  const later = to.map((minutes, season) => minutes - (from[season] as number));
  return Math.max(...later) > 0 ? -1 : -Math.min(...later);
}

/** Minutes after midnight UTC, by season; before or after that day where the zone is far away. */
function deadlines(sla: ContractSla): number[] | undefined {
  const { availabilityTime: time } = parseSla(sla).terms;
  return time && SEASONS.map((instant) => time.hour * 60 + time.minute - zoneOffset(time.zone, instant) / MINUTE);
}
