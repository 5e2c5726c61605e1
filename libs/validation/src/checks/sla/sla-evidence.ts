/** An observation of the data at an instant (epoch ms). */
export interface Sighting {
  readonly timestamp: number;
  /** Source of the observation: `lifeCycle`, or the source given with it; absent or empty if unknown. */
  readonly source?: string;
  /** The end of the newest day, where the data has days and no times: it begins at `timestamp`, or at the `dataTimestamp` of an arrival. */
  readonly dataUntil?: number;
}

export interface Arrival extends Sighting {
  readonly dataTimestamp: number;
}

export interface Availability extends Sighting {
  readonly available: boolean;
}

/** Evidence about the timeliness of an asset's data; all instants in epoch ms. */
export interface SlaEvidence {
  /**
   * Instants at which the data was refreshed: profiles, life cycle, pipeline runs, pushed observations. A plain
   * number has no source.
   */
  readonly refreshes: readonly (Sighting | number)[];
  readonly arrivals: readonly Arrival[];
  readonly availability: readonly Availability[];
  /** The instant of the run. */
  readonly now: number;
}

/** Evidence without entries in the future. */
export interface PastEvidence extends SlaEvidence {
  readonly refreshes: readonly Sighting[];
}

/**
 * Maximum clock skew of a source, in ms. Evidence dated later is ignored: a refresh dated next year would otherwise
 * make a stale table fresh.
 */
export const CLOCK_SKEW = 5 * 60_000;

/** Removes evidence dated in the future. */
export function pastEvidence({ refreshes, arrivals, availability, now }: SlaEvidence): PastEvidence {
  const latest = now + CLOCK_SKEW;
  const isPast = ({ timestamp }: Sighting) => timestamp <= latest;
  return {
    refreshes: refreshes.map((one) => (typeof one === 'number' ? { timestamp: one } : one)).filter(isPast),
    arrivals: arrivals.filter(isPast),
    availability: availability.filter(isPast),
    now,
  };
}

/**
 * The newest entry; the first of several at the same instant. A loop, because the number of call arguments is
 * limited.
 * @param at the instant that counts of an entry
 */
export function newestOf<Seen extends Sighting>(
  seen: readonly Seen[],
  at: (one: Seen) => number = ({ timestamp }) => timestamp,
): Seen | undefined {
  return seen.reduce<Seen | undefined>((last, one) => (last && at(last) >= at(one) ? last : one), undefined);
}
