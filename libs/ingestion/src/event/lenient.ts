import { FIRST_INSTANT, LAST_INSTANT } from '@app/common';

/** Reading of what a producer may have sent in any shape: what does not fit counts as absent. */

export type Json = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A facet, unless the producer withdrew it. */
export function facetOf(facets: unknown, name: string): Json | undefined {
  const all = objectOf(facets);
  const facet = all && Object.hasOwn(all, name) ? objectOf(all[name]) : undefined;
  return facet?._deleted === true ? undefined : facet;
}

/** When something was, as a text that sorts by it (microseconds, 20 digits), and in epoch ms. */
export interface EventTime {
  readonly ms: number;
  readonly micros: string;
}

/** RFC 3339, and its variants that producers send: no seconds, more digits than ms, no zone (UTC is meant). */
const TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)?\s*([Zz]|[+-]\d\d:?\d\d)?$/;
const DIGITS = 20;
/** Characters; a text of megabytes is not searched for a time. */
const LONGEST_TIME = 100;

/** undefined for what is no time, or none that an observation can have (1973 to the year 275760). */
export function readTime(text: unknown): EventTime | undefined {
  if (typeof text !== 'string' || text.length > LONGEST_TIME) return undefined;
  const [, day, minute, second = '00', fraction = '', zone = 'Z'] = TIME.exec(text.trim()) ?? [];
  if (day === undefined || minute === undefined) return undefined;
  const whole = Date.parse(`${day}T${minute}:${second}${zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2').toUpperCase()}`);
  const micros = Number(fraction.padEnd(6, '0').slice(0, 6));
  const ms = whole + Math.floor(micros / 1_000);
  if (!(ms >= FIRST_INSTANT && ms <= LAST_INSTANT)) return undefined;
  return { ms, micros: `${whole / 1_000}${String(micros).padStart(6, '0')}`.padStart(DIGITS, '0') };
}

/** Severity of a failed assertion: `warn` is reported and fails nothing. */
export const SEVERITIES = ['error', 'warn'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A severity in any letter case. */
export function severityIn(sent: unknown): Severity | undefined {
  const word = textOf(sent)?.toLowerCase();
  return SEVERITIES.find((one) => one === word);
}
