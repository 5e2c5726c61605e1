import type { EvidenceLimits } from '../../checks/sla-check';
import type { Sighting, SlaEvidence } from '../../checks/sla/sla-evidence';

/** Observations of the data of an asset; instants in epoch ms. */
export type Observations = Pick<SlaEvidence, 'arrivals' | 'availability'> & { readonly refreshes: readonly Sighting[] };

/** Refreshes, and arrivals, of each limit that are evaluated. */
export const NEWEST_OF = 20;
/** Those that are read where the limits are not known yet: as many follow a deadline at most, nearly always. */
export const RECENT = 2 * NEWEST_OF;

/**
 * The observations that count under the limits, chosen from the newest `RECENT` of each kind; undefined if there are too many newer ones to
 * show. Of each limit the newest `NEWEST_OF` up to it count.
 */
export function observationsWithin(recent: Observations, limits: EvidenceLimits): Observations | undefined {
  const refreshes = within(recent.refreshes, limits);
  const arrivals = within(recent.arrivals, limits);
  return refreshes && arrivals && { ...recent, refreshes, arrivals };
}

/** @param sightings the newest first */
function within<One extends Sighting>(
  sightings: readonly One[],
  { latest, deadline = latest }: EvidenceLimits,
): One[] | undefined {
  const upTo = (instant: number): One[] => sightings.filter(({ timestamp }) => timestamp <= instant);
  const [untilLatest, untilDeadline] = [upTo(latest), upTo(deadline)];
  const isAll = sightings.length < RECENT;
  if (!isAll && Math.min(untilLatest.length, untilDeadline.length) < NEWEST_OF) return undefined;
  return [...new Set([...untilLatest.slice(0, NEWEST_OF), ...untilDeadline.slice(0, NEWEST_OF)])];
}
