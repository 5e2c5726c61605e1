import { parseTimeOfDay, parseZone } from '../../document/time';
import { type Json, objectsOf } from '../document/json';
import { durationFrom, percentFrom } from './sla-value';

/** The terms of an SLA that the standard has names for. */
export type SlaTerm = 'refreshFrequency' | 'maxLatency' | 'retention' | 'availability' | 'availabilityTime';

/** Names of the standard and of the tools around it; the first is the one that goes out. */
export const SLA_NAMES: Readonly<Record<SlaTerm, readonly string[]>> = {
  refreshFrequency: ['frequency', 'freshness', 'refreshFrequency'],
  maxLatency: ['latency', 'maxLatency'],
  retention: ['retention'],
  availability: ['availability'],
  availabilityTime: ['timeOfAvailability', 'availabilityTime'],
};
const TERMS = Object.keys(SLA_NAMES) as SlaTerm[];

const EXPECTED: Readonly<Record<SlaTerm, string>> = {
  refreshFrequency: 'a number with a unit of time, or an ISO 8601 duration',
  maxLatency: 'a number with a unit of time, or an ISO 8601 duration',
  retention: 'a number with a unit of time, or an ISO 8601 duration',
  availability: 'a percentage from 0 to 100',
  availabilityTime: 'HH:mm with an optional zone',
};

export interface SlaReading {
  /** The sla of the contract; absent where nothing could be read. */
  readonly sla?: Json;
  /** Which of the slaProperties says each term. */
  readonly origins: ReadonlyMap<SlaTerm, number>;
  /** Entries that are about one of our terms and cannot be read. */
  readonly unread: readonly { readonly index: number; readonly message: string }[];
}

/** Reads slaProperties: of several entries for one term the first counts, of those of another schema object none. */
export function readSla(slaProperties: unknown, isElsewhere: (element: unknown) => boolean = () => false): SlaReading {
  const sla: Json = {};
  const origins = new Map<SlaTerm, number>();
  const unread: { index: number; message: string }[] = [];
  objectsOf(slaProperties).forEach((item, index) => {
    const term = termOf(item.property);
    if (term === undefined || origins.has(term) || isElsewhere(item.element)) return;
    const value = readTerm(term, item);
    if (value === undefined) unread.push({ index, message: `is not ${EXPECTED[term]}: ${shown(item)}` });
    else origins.set(term, index);
    if (value !== undefined) Object.assign(sla, value);
  });
  return { ...(origins.size ? { sla } : {}), origins, unread };
}

function termOf(name: unknown): SlaTerm | undefined {
  const spelled = String(name).trim().toLowerCase();
  return TERMS.find((term) => SLA_NAMES[term].some((known) => known.toLowerCase() === spelled));
}

/** Whether a property of an SLA has one of the names that are known here. */
export const isSlaTerm = (name: unknown): boolean => termOf(name) !== undefined;

function readTerm(term: SlaTerm, item: Json): Json | undefined {
  if (term === 'availabilityTime') return readTime(item);
  const value = term === 'availability' ? percentFrom(item.value, item.unit) : durationFrom(item.value, item.unit);
  return value === undefined ? undefined : { [term]: value };
}

/** The zone stands behind the time, or in `valueExt`. */
function readTime({ value, valueExt }: Json): Json | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  const time = parseTimeOfDay(text);
  if (!time) return undefined;
  const zone = typeof valueExt === 'string' && !time.zone && parseZone(valueExt) ? { timezone: valueExt } : {};
  return { availabilityTime: text, ...zone };
}

function shown({ value, unit }: Json): string {
  return [JSON.stringify(value) ?? 'nothing', ...(unit === undefined ? [] : [String(unit)])].join(' ').slice(0, 80);
}
