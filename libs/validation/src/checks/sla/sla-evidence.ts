/** Something that was seen of the data at an instant (epoch ms). */
export interface Sighting {
  readonly timestamp: number;
  /** What said so: `lifeCycle`, `profile`, the source of an observation; absent or empty where it was not said. */
  readonly source?: string;
}

export interface Arrival extends Sighting {
  /** How new the newest of the data was. */
  readonly dataTimestamp: number;
}

export interface Availability extends Sighting {
  readonly available: boolean;
}

/** What is known of an asset's data in time; all instants in epoch ms. */
export interface SlaEvidence {
  /** When the data was refreshed: profiles, life cycle, pipeline runs, pushed observations. An instant alone has no source. */
  readonly refreshes: readonly (Sighting | number)[];
  readonly arrivals: readonly Arrival[];
  readonly availability: readonly Availability[];
  /** The instant of the run. */
  readonly now: number;
}

/** The same, with nothing of the future. */
export interface PastEvidence extends SlaEvidence {
  readonly refreshes: readonly Sighting[];
}

/**
 * How far ahead of ours the clock of a source may be. What claims to be later than that is no evidence: a refresh dated
 * next year would otherwise keep a dead table fresh.
 */
export const CLOCK_SKEW = 5 * 60_000;

/** The evidence without what lies in the future. */
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

/** The newest of what was seen, the first of several at one instant. A loop, since a call has fewer arguments than there is evidence. */
export function newestOf<Seen extends Sighting>(seen: readonly Seen[]): Seen | undefined {
  return seen.reduce<Seen | undefined>(
    (last, one) => (last && last.timestamp >= one.timestamp ? last : one),
    undefined,
  );
}
