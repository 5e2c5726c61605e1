import { parseSla } from '@app/contracts';
import { DAY, describeDuration, subtractDuration, utcMinute, type Duration } from '@app/common';
import { judgeAvailability, judgeDailyTime, lastDue, seenAs, type Judged } from './sla/availability';
import {
  CLOCK_SKEW,
  newestOf,
  pastEvidence,
  type PastEvidence,
  type Sighting,
  type SlaEvidence,
} from './sla/sla-evidence';
import { staleNote, type LearnedFinding } from './learned';
import type { FieldMessage, SlaValidation, SlaVerdict, Unread } from './types';

export interface SlaCheck {
  /** The `sla` of the contract, as sent. */
  readonly sla: unknown;
  readonly evidence: SlaEvidence;
  /** Time window for availability; default: 30 days. */
  readonly window?: Duration;
  /** Where the source was to be read for it. */
  readonly reading?: SlaReading;
  /** How the freshness looks beside its past, where the contract wants it judged by that. */
  readonly learned?: LearnedFinding;
}

export interface SlaReading {
  /** Why it could not be read: a target that nothing stored meets is not met, and not missed either. */
  readonly unread?: Unread;
  /** Whether a column measures freshness. */
  readonly byColumn: boolean;
  /** Why what was read says nothing of that. */
  readonly silence?: string;
}

export const DEFAULT_WINDOW: Duration = { months: 0, milliseconds: 30 * 24 * 60 * 60_000 };

/** Upper bounds for evidence, in epoch ms. */
export interface EvidenceLimits {
  /** Evidence with a later timestamp is ignored. */
  readonly latest: number;
  /** Time by which the data of the day was due; absent if the SLA does not require it. */
  readonly deadline?: number;
}

/** The limits for evidence when an SLA is evaluated at an instant (epoch ms). */
export function evidenceLimits(sla: unknown, now: number): EvidenceLimits {
  const { availabilityTime } = parseSla(sla).terms;
  return { latest: now + CLOCK_SKEW, ...(availabilityTime && { deadline: lastDue(availabilityTime, now).deadline }) };
}

/**
 * Evaluates the targets of an SLA; undefined if it has no target that can be checked (retention only). A target
 * without evidence is not met, and its note says "no evidence".
 */
export function checkSla(check: SlaCheck): SlaVerdict | undefined {
  const { sla, evidence, window = DEFAULT_WINDOW, reading } = check;
  const { terms, errors } = parseSla(sla);
  const past = pastEvidence(evidence);
  const refresh = terms.refreshFrequency
    ? unlessMissed('refreshFrequency', judgeRefresh(terms.refreshFrequency, past), reading)
    : unreadable(errors, 'refreshFrequency');
  const learned = check.learned && unlessUnread('learnedFreshness', judgeLearned(check.learned), reading);
  const latency = terms.maxLatency
    ? unlessMissed('latency', latencyNow(terms.maxLatency, past, reading), reading)
    : unreadable(errors, 'maxLatency', 'latency');
  const share =
    terms.availability === undefined
      ? unreadable(errors, 'availability')
      : judgeAvailability(terms.availability, past, window);
  const daily = terms.availabilityTime
    ? unlessUnread('availabilityTime', judgeDailyTime(terms.availabilityTime, past), reading)
    : unreadable(errors, 'availabilityTime', 'timezone');
  const targets: Targets = [
    ['refreshFrequencyMet', present(refresh, learned)],
    ['latencyMet', present(latency)],
    ['availabilityMet', present(share, daily)],
  ];
  const judged = targets.flatMap(([, ofTarget]) => ofTarget);
  if (judged.length === 0) return undefined;
  return {
    sla: Object.fromEntries(targets.flatMap(([key, all]) => (all.length ? [[key, all.every(({ met }) => met)]] : []))),
    ...seen('lastRefreshedAt', refresh ?? learned),
    ...seen('actualLatency', latency),
    ...seen('actualAvailability', share),
    notes: judged.flatMap(({ note }) => note ?? []),
    ...named(judged),
    ...blocked(targets, reading),
    targets: statesOf({
      ...{ refreshFrequency: refresh, maxLatency: latency, availability: share, availabilityTime: daily },
      'learned.freshness': learned,
    }),
  };
}

/** The age of the newest data comes from the source alone if a column measures it: an earlier read has the age of its time. */
function latencyNow(longest: Duration, past: PastEvidence, reading: SlaReading | undefined): Seen {
  return reading?.unread && reading.byColumn ? { met: false } : judgeLatency(longest, past);
}

/** A target that stored evidence breaks is missed, whether the source could be read or not. */
function unlessMissed(target: string, judged: Seen, reading: SlaReading | undefined): Seen {
  return judged.evidence && reading?.unread ? judged : unlessUnread(target, judged, reading);
}

function unlessUnread(target: string, judged: Seen, reading: SlaReading | undefined): Seen {
  if (judged.met || !reading) return judged;
  const { unread, silence } = reading;
  if (unread) return { ...judged, note: `${target}: could not be read: ${unread.message}`, isBlocked: true };
  return silence === undefined || judged.evidence
    ? judged
    : { ...judged, note: `${judged.note ?? target}; ${silence}` };
}

/** The targets that are missed by nothing but what could not be read. */
function blocked(targets: Targets, reading: SlaReading | undefined): Pick<SlaVerdict, 'blocked' | 'blockedBy'> {
  const found = targets.flatMap(([key, judged]) => {
    const missed = judged.filter(({ met }) => !met);
    return missed.length > 0 && missed.every(({ isBlocked }) => isBlocked === true) ? [key] : [];
  });
  return found.length > 0 && reading?.unread ? { blocked: found, blockedBy: reading.unread.reason } : {};
}

function statesOf(judged: Readonly<Record<string, Seen | undefined>>): NonNullable<SlaVerdict['targets']> {
  const states = Object.entries(judged).flatMap(([member, one]) =>
    one ? [[member, one.met ? 'held' : one.isBlocked ? 'blocked' : 'broken'] as const] : [],
  );
  return new Map(states);
}

type Seen = Judged & { readonly actual?: number; readonly isBlocked?: boolean };

/** The targets of a result, each with what was judged for it. */
type Targets = readonly (readonly [key: keyof SlaValidation, judged: readonly Seen[]])[];

const present = (...judged: readonly (Seen | undefined)[]): Seen[] => judged.filter((one) => one !== undefined);

function judgeRefresh(frequency: Duration, { refreshes, now }: PastEvidence): Seen {
  const newest = newestOf(refreshes, (one) => endOf(one, one.timestamp, frequency));
  if (!newest) return { met: false, note: 'refreshFrequency: no evidence (no refresh is known)' };
  const actual = newest.timestamp;
  const evidence = seenAs('refreshFrequency', 'refresh', newest);
  if (endOf(newest, actual, frequency) >= subtractDuration(now, frequency)) return { met: true, actual, evidence };
  return {
    ...{ met: false, actual, evidence },
    note: `refreshFrequency: last refreshed at ${utcMinute(actual)}, expected every ${describeDuration(frequency)}`,
  };
}

/** The instant from which data ages: that of a day, which has no hours, ages from its end where whole days are allowed. */
const endOf = ({ dataUntil }: Sighting, begin: number, allowed: Duration): number =>
  dataUntil !== undefined && allowed.milliseconds % DAY === 0 ? dataUntil : begin;

/** Passes while nothing is known of the past. */
function judgeLearned(finding: LearnedFinding): Seen {
  const { state, timestamp } = finding;
  const actual = timestamp === undefined ? {} : { actual: timestamp };
  return state === 'unusual' ? { met: false, ...actual, note: staleNote(finding) } : { met: true, ...actual };
}

/**
 * Uses the latency of the newest arrival; of several at the same instant the longest. Data dated later than its
 * arrival has no latency.
 */
function judgeLatency(longest: Duration, { arrivals }: PastEvidence): Seen {
  const newest = newestOf(arrivals);
  if (!newest) return { met: false, note: 'latency: no evidence (no arrival of data is known)' };
  const { timestamp } = newest;
  const slowest = arrivals.reduce((last, one) => {
    return one.timestamp === timestamp && one.dataTimestamp < last.dataTimestamp ? one : last;
  }, newest);
  const oldestData = Math.min(timestamp, endOf(slowest, slowest.dataTimestamp, longest));
  const actual = timestamp - oldestData;
  const evidence = seenAs('maxLatency', 'arrival', slowest);
  if (oldestData >= subtractDuration(timestamp, longest)) return { met: true, actual, evidence };
  const took = describeDuration({ months: 0, milliseconds: actual });
  return {
    ...{ met: false, actual, evidence },
    note: `latency: the newest data took ${took}, expected at most ${describeDuration(longest)}`,
  };
}

/** A target that is present but cannot be parsed (it was stored before a rule changed) is not met and is reported. */
function unreadable(errors: readonly FieldMessage[], ...keys: string[]): Seen | undefined {
  const error = errors.find(({ field }) => keys.some((key) => field === `sla.${key}`));
  return error && { met: false, note: `${keys[0]}: cannot be checked, ${error.message}` };
}

function seen(key: string, judged: Seen | undefined): Record<string, number> {
  return judged?.actual === undefined ? {} : { [key]: judged.actual };
}

function named(judged: readonly Judged[]): Pick<SlaVerdict, 'evidence'> {
  const evidence = judged.flatMap((one) => one.evidence ?? []);
  return evidence.length > 0 ? { evidence } : {};
}
