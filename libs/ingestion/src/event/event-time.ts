import { FIRST_INSTANT, LAST_INSTANT } from '@app/common';
import type { EventTime } from './event';

/** RFC 3339, and what producers send in its place: no seconds, more digits than ms, no zone (UTC is meant). */
const TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)?\s*([Zz]|[+-]\d\d:?\d\d)?$/;
const DIGITS = 20;

/** undefined for what is no time, or none that an observation can have (1973 to the year 275760). */
export function readTime(text: unknown): EventTime | undefined {
  if (typeof text !== 'string') return undefined;
  const [, day, minute, second = '00', fraction = '', zone = 'Z'] = TIME.exec(text.trim()) ?? [];
  if (day === undefined || minute === undefined) return undefined;
  const whole = Date.parse(`${day}T${minute}:${second}${zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2').toUpperCase()}`);
  const micros = Number(fraction.padEnd(6, '0').slice(0, 6));
  const ms = whole + Math.floor(micros / 1_000);
  if (!(ms >= FIRST_INSTANT && ms <= LAST_INSTANT)) return undefined;
  return { ms, micros: `${whole / 1_000}${String(micros).padStart(6, '0')}`.padStart(DIGITS, '0') };
}
