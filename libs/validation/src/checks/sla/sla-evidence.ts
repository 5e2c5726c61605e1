/** What is known of an asset's data in time; all instants in epoch ms. */
export interface SlaEvidence {
  /** When the data was refreshed: profiles, life cycle, pipeline runs, pushed observations. */
  readonly refreshes: readonly number[];
  /** When data arrived, and how new the newest of it was. */
  readonly arrivals: readonly { readonly timestamp: number; readonly dataTimestamp: number }[];
  readonly availability: readonly { readonly timestamp: number; readonly available: boolean }[];
  /** The instant of the run. */
  readonly now: number;
}

/**
 * How far ahead of ours the clock of a source may be. What claims to be later than that is no evidence: a refresh dated
 * next year would otherwise keep a dead table fresh.
 */
export const CLOCK_SKEW = 5 * 60_000;

/** The evidence without what lies in the future. */
export function pastEvidence({ refreshes, arrivals, availability, now }: SlaEvidence): SlaEvidence {
  const latest = now + CLOCK_SKEW;
  return {
    refreshes: refreshes.filter((timestamp) => timestamp <= latest),
    arrivals: arrivals.filter(({ timestamp }) => timestamp <= latest),
    availability: availability.filter(({ timestamp }) => timestamp <= latest),
    now,
  };
}
