import type { SlaEvidence } from '../sla/sla-evidence';
import type { SlaVerdict } from '../types';

/** The evidence, in ISO 8601 times; an arrival is `[arrival time, newest data timestamp]`. */
export interface Known {
  /** The instant of the run; default: 10:00 UTC on Friday, 20 November 2026. */
  readonly now?: string;
  readonly refreshes?: readonly string[];
  readonly arrivals?: readonly (readonly [came: string, data: string])[];
  /** Observations that report available, and those that report unavailable. */
  readonly up?: readonly string[];
  readonly down?: readonly string[];
}

/** The SLA, the evidence, which targets are met (undefined: nothing to evaluate), and the notes of the others. */
export type SlaCase = readonly [
  title: string,
  sla: unknown,
  known: Known,
  met: SlaVerdict['sla'] | undefined,
  notes?: readonly string[],
];

/** A refresh at one instant, evaluated at another. */
export type DayRow = readonly [title: string, sla: object, now: string, refresh: string, isMet: boolean, note?: string];

const NOW = '2026-11-20T10:00:00Z';

export function evidenceOf({ now = NOW, refreshes = [], arrivals = [], up = [], down = [] }: Known): SlaEvidence {
  return {
    now: Date.parse(now),
    refreshes: refreshes.map((time) => Date.parse(time)),
    arrivals: arrivals.map(([came, data]) => ({ timestamp: Date.parse(came), dataTimestamp: Date.parse(data) })),
    availability: [
      ...up.map((time) => ({ timestamp: Date.parse(time), available: true })),
      ...down.map((time) => ({ timestamp: Date.parse(time), available: false })),
    ],
  };
}
