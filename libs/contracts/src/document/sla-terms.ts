import { type ErrorDetail, type Duration, parseDuration } from '@app/common';
import { LEARNED_METRICS, type LearnedMetric } from './contract-document';
import { type TimeOfDay, type Zone, parseTimeOfDay, parseZone, UTC } from './time';

/** The parsed SLA; a member is absent if not set or unreadable. */
export interface SlaTerms {
  readonly refreshFrequency?: Duration;
  readonly maxLatency?: Duration;
  /** Percent, 0 to 100. */
  readonly availability?: number;
  readonly availabilityTime?: Required<TimeOfDay>;
  readonly retention?: Duration;
  /** In the order of LEARNED_METRICS, never empty. */
  readonly learned?: readonly LearnedMetric[];
}

type Given = Readonly<Record<string, unknown>>;
/** One parsed member: its value if set and readable, else its errors. */
type Read<T> = { readonly value?: T; readonly errors: readonly ErrorDetail[] };

const NOT_ASKED = { errors: [] };

/**
 * Parses the `sla` of a contract, for both writes and runs. `errors` lists all errors, with fields such as `sla.refreshFrequency`.
 * `latency` is an alias of `maxLatency`; other members are ignored.
 */
export function parseSla(sla: unknown): { terms: SlaTerms; errors: ErrorDetail[] } {
  if (sla === undefined || sla === null) return { terms: {}, errors: [] };
  if (typeof sla !== 'object' || Array.isArray(sla))
    return { terms: {}, errors: [{ field: 'sla', message: 'must be an object' }] };
  const given = sla as Given;
  const zone = readZone(given);
  const read = {
    refreshFrequency: readDuration(given, 'refreshFrequency'),
    maxLatency: readLatency(given),
    retention: readDuration(given, 'retention'),
    availability: readAvailability(given),
    availabilityTime: readTime(given, zone),
    learned: readLearned(given),
  };
  const terms = Object.entries(read).filter(([, { value }]) => value !== undefined);
  return {
    terms: Object.fromEntries(terms.map(([name, { value }]) => [name, value])),
    errors: [...Object.values(read), zone].flatMap(({ errors }) => errors),
  };
}

function readDuration(given: Given, key: string): Read<Duration> {
  if (!isAsked(given, key)) return NOT_ASKED;
  const parsed = parseDuration(given[key]);
  return parsed.ok ? { value: parsed.duration, errors: [] } : wrong(key, parsed.message);
}

function readLatency(given: Given): Read<Duration> {
  if (!isAsked(given, 'latency')) return readDuration(given, 'maxLatency');
  if (!isAsked(given, 'maxLatency') || JSON.stringify(given.latency) === JSON.stringify(given.maxLatency))
    return readDuration(given, 'latency');
  const { value, errors } = readDuration(given, 'maxLatency');
  const both = wrong('latency', 'is another name of maxLatency: give one of them');
  return { value, errors: [...errors, ...readDuration(given, 'latency').errors, ...both.errors] };
}

function readAvailability(given: Given): Read<number> {
  if (!isAsked(given, 'availability')) return NOT_ASKED;
  const { availability } = given;
  if (typeof availability === 'number' && availability >= 0 && availability <= 100)
    return { value: availability, errors: [] };
  return wrong('availability', `must be a percentage, a number from 0 to 100, got ${shown(availability)}`);
}

/** @param standard the zone if the time has none; an unreadable zone is not silently replaced */
function readTime(given: Given, standard: Read<Zone>): Read<Required<TimeOfDay>> {
  if (!isAsked(given, 'availabilityTime')) return NOT_ASKED;
  const { availabilityTime: text } = given;
  const time = typeof text === 'string' ? parseTimeOfDay(text) : undefined;
  const zone = time?.zone ?? standard.value;
  if (time) return zone ? { value: { ...time, zone }, errors: [] } : NOT_ASKED;
  const allowed =
    'HH:mm (00:00 to 23:59) with an optional zone, such as "09:00", "09:00+02:00" or "09:00 Europe/Berlin"';
  return wrong('availabilityTime', `must be a time ${allowed}, got ${shown(text)}`);
}

function readLearned(given: Given): Read<readonly LearnedMetric[]> {
  if (!isAsked(given, 'learned')) return NOT_ASKED;
  const { learned } = given;
  const isKnown = (one: unknown): boolean => LEARNED_METRICS.some((metric) => metric === one);
  if (!Array.isArray(learned) || !learned.every(isKnown))
    return wrong('learned', `must be a list of ${LEARNED_METRICS.join(' and ')}, got ${shown(learned)}`);
  const value = LEARNED_METRICS.filter((metric) => learned.includes(metric));
  return value.length ? { value, errors: [] } : NOT_ASKED;
}

function readZone(given: Given): Read<Zone> {
  if (!isAsked(given, 'timezone')) return { value: UTC, errors: [] };
  const { timezone } = given;
  const zone = typeof timezone === 'string' ? parseZone(timezone) : undefined;
  if (zone) return { value: zone, errors: [] };
  const allowed = 'an IANA time zone such as "Europe/Berlin", "UTC" or an offset such as "+02:00"';
  return wrong('timezone', `must be ${allowed}, got ${shown(timezone)}`);
}

function wrong(key: string, message: string): Read<never> {
  return { errors: [{ field: `sla.${key}`, message }] };
}

function isAsked(given: Given, key: string): boolean {
  return Object.hasOwn(given, key) && given[key] !== undefined && given[key] !== null;
}

function shown(value: unknown): string {
  return (typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? typeof value)).slice(0, 80);
}
