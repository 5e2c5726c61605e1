import { parseSla } from '@app/contracts';
import { describeDuration, subtractDuration } from '@app/common';
import type { Duration } from '@app/common';
import type { Judged } from './sla/availability';
import { judgeAvailability, judgeDailyTime } from './sla/availability';
import type { SlaEvidence } from './sla/sla-evidence';
import { pastEvidence } from './sla/sla-evidence';
import type { FieldMessage, SlaVerdict } from './types';

export interface SlaCheck {
  /** The `sla` of the contract, as it was sent. */
  readonly sla: unknown;
  readonly evidence: SlaEvidence;
  /** How far back availability looks; 30 days where nothing is said. */
  readonly window?: Duration;
}

export const DEFAULT_WINDOW: Duration = { months: 0, milliseconds: 30 * 24 * 60 * 60_000 };

/**
 * Judges the targets that an SLA asks for; undefined when it asks for nothing that can be checked (retention alone). A
 * target without evidence is not met, and its note says "no evidence".
 */
export function checkSla({ sla, evidence, window = DEFAULT_WINDOW }: SlaCheck): SlaVerdict | undefined {
  const { terms, errors } = parseSla(sla);
  const past = pastEvidence(evidence);
  const refresh = terms.refreshFrequency
    ? judgeRefresh(terms.refreshFrequency, past)
    : unreadable(errors, 'refreshFrequency');
  const latency = terms.maxLatency ? judgeLatency(terms.maxLatency, past) : unreadable(errors, 'maxLatency', 'latency');
  const share =
    terms.availability === undefined
      ? unreadable(errors, 'availability')
      : judgeAvailability(terms.availability, past, window);
  const daily = terms.availabilityTime
    ? judgeDailyTime(terms.availabilityTime, past)
    : unreadable(errors, 'availabilityTime', 'timezone');
  const judged = [refresh, latency, share, daily].filter((one) => one !== undefined);
  if (judged.length === 0) return undefined;
  return {
    sla: {
      ...met('refreshFrequencyMet', refresh),
      ...met('latencyMet', latency),
      ...met('availabilityMet', share, daily),
    },
    ...seen('lastRefreshedAt', refresh),
    ...seen('actualLatency', latency),
    ...seen('actualAvailability', share),
    notes: judged.flatMap(({ note }) => note ?? []),
  };
}

type Seen = Judged & { readonly actual?: number };

function judgeRefresh(frequency: Duration, { refreshes, now }: SlaEvidence): Seen {
  const actual = newest(refreshes);
  if (actual === undefined) return { met: false, note: 'refreshFrequency: no evidence (no refresh is known)' };
  if (actual >= subtractDuration(now, frequency)) return { met: true, actual };
  const when = new Date(actual).toISOString();
  return {
    met: false,
    actual,
    note: `refreshFrequency: last refreshed at ${when}, expected every ${describeDuration(frequency)}`,
  };
}

/** The latency is that of the newest arrival; of several at one instant the longest counts. Data dated later than it came has none. */
function judgeLatency(longest: Duration, { arrivals }: SlaEvidence): Seen {
  const timestamp = newest(arrivals.map((arrival) => arrival.timestamp));
  if (timestamp === undefined) return { met: false, note: 'latency: no evidence (no arrival of data is known)' };
  let oldestData = timestamp;
  for (const arrival of arrivals) {
    if (arrival.timestamp === timestamp) oldestData = Math.min(oldestData, arrival.dataTimestamp);
  }
  const actual = timestamp - oldestData;
  if (oldestData >= subtractDuration(timestamp, longest)) return { met: true, actual };
  const took = describeDuration({ months: 0, milliseconds: actual });
  return {
    met: false,
    actual,
    note: `latency: the newest data took ${took}, expected at most ${describeDuration(longest)}`,
  };
}

/** A loop, since the arguments of Math.max are limited and evidence is not. */
function newest(instants: readonly number[]): number | undefined {
  return instants.reduce<number | undefined>((last, one) => (last === undefined || one > last ? one : last), undefined);
}

/** A target that is asked for but cannot be read (it was stored before a rule changed) is not met, and not silently so. */
function unreadable(errors: readonly FieldMessage[], ...keys: string[]): Seen | undefined {
  const error = errors.find(({ field }) => keys.some((key) => field === `sla.${key}`));
  return error && { met: false, note: `${keys[0]}: cannot be checked, ${error.message}` };
}

function met(key: string, ...judged: (Judged | undefined)[]): Record<string, boolean> {
  const asked = judged.filter((one) => one !== undefined);
  return asked.length === 0 ? {} : { [key]: asked.every((one) => one.met) };
}

function seen(key: string, judged: Seen | undefined): Record<string, number> {
  return judged?.actual === undefined ? {} : { [key]: judged.actual };
}
