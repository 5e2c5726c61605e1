import { HOUR, badRequest } from '@app/common';
import { parseZone, zoneOffset, type Zone } from './time';
import { CronExpressionParser, type CronExpression } from 'cron-parser';

const FIELDS = ['minute', 'hour', 'day of month', 'month', 'day of week'] as const;
/** Portable cron syntax: numbers, lists, ranges, steps, and names of months and days. */
const PART = /^[\d*,/-]+$/;
const NAMED_PART = /^[\dA-Za-z*,/-]+$/;
const EXPECTED = 'five fields (minute, hour, day of month, month, day of week) such as "0 6 * * 1-5"';
export const LONGEST_CRON = 256;
/** A leap year: what does not come in it never comes. */
const EVERY_DAY = {
  currentDate: new Date('2027-12-31T23:59:59Z'),
  endDate: new Date('2029-01-01T00:00:00Z'),
  tz: 'UTC',
};

/** No current clock change is larger; wall-clock times this far from one have exactly one instant. */
const NEAR_CHANGE = 3 * HOUR;

/** A cron expression and its time zone. */
export interface Cron {
  readonly text: string;
  readonly zone: Zone;
  /** Whether it runs every hour: when clocks are set back, it runs in both occurrences of the repeated hour. */
  readonly isHourly: boolean;
}

/** The error of a cron expression, or undefined. */
export function cronFault(text: string): string | undefined {
  if (text.length > LONGEST_CRON) return `must have at most ${LONGEST_CRON} characters; got ${text.length}`;
  const fields = text.trim().split(/\s+/);
  if (fields.length !== FIELDS.length) return `must have ${EXPECTED}; got ${fields.length} fields`;
  const wrong = fields.findIndex((field, at) => !(at < 3 ? PART : NAMED_PART).test(field));
  if (wrong >= 0) return `has ${JSON.stringify(fields[wrong])} for ${FIELDS[wrong]}; it must have ${EXPECTED}`;
  let days: CronExpression;
  try {
    days = CronExpressionParser.parse(fields.join(' '), EVERY_DAY);
  } catch (error) {
    return `cannot be read: ${(error as Error).message}; it must have ${EXPECTED}`;
  }
  return days.hasNext() ? undefined : 'never comes: none of its months has such a day';
}

/** @throws {AppError} BAD_REQUEST for what `cronFault` or `zoneOf` refuse: such values are never stored */
export function readCron(text: string, timezone: string): Cron {
  const zone = zoneOf(timezone);
  const fault = cronFault(text) ?? (zone ? undefined : `has the unknown time zone ${timezone}`);
  if (fault || !zone) throw badRequest(`cron ${fault}`);
  const [, hour = ''] = text.trim().split(/\s+/);
  return { text: text.trim(), zone, isHourly: hour === '*' || hour === '*/1' };
}

/** A time zone by its IANA name; offsets and abbreviations are not accepted. */
export function zoneOf(name: string): Zone | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/.test(name)) return undefined;
  const isOffset = /^(?:UTC|GMT)./i.test(name) && !name.includes('/');
  return isOffset ? undefined : parseZone(name);
}

/**
 * The first tick after an instant (epoch ms). The expression refers to wall-clock time: a time skipped when clocks
 * are set forward is shifted by the size of the change. A time that occurs twice when they are set back counts the
 * first time, except that an hourly expression runs in both.
 */
export function nextTick(cron: Cron, after: number): number {
  const { zone } = cron;
  const offset = zoneOffset(zone, after);
  const wall = walls(cron, after + offset).next().value;
  const straight = wall - zoneOffset(zone, wall - offset);
  if (isCalm(zone, after, offset) && isCalm(zone, straight, wall - straight)) return straight;
  return nextNearChange(cron, after, offset);
}

/** Whether there is no clock change shortly before or after an instant. */
function isCalm(zone: Zone, instant: number, offset: number): boolean {
  return [-NEAR_CHANGE, 0, NEAR_CHANGE].every((distance) => zoneOffset(zone, instant + distance) === offset);
}

/** Checks every wall-clock time around the change: some have no instant, some have two, and their order may differ. */
function nextNearChange(cron: Cron, after: number, offset: number): number {
  let first = Infinity;
  for (const wall of walls(cron, after + offset - NEAR_CHANGE)) {
    if (wall - offset - 2 * NEAR_CHANGE > first) break;
    const instants = instantsOf(cron.zone, wall).slice(0, cron.isHourly ? 2 : 1);
    for (const instant of instants) if (instant > after && instant < first) first = instant;
  }
  return first;
}

/** The instants at which clocks show a time, in ascending order. */
function instantsOf(zone: Zone, wall: number): number[] {
  const about = wall - zoneOffset(zone, wall);
  const before = zoneOffset(zone, about - NEAR_CHANGE);
  const later = zoneOffset(zone, about + NEAR_CHANGE);
  const shown = [wall - before, wall - later].filter((instant) => instant + zoneOffset(zone, instant) === wall);
  const instants = [...new Set(shown)].sort((a, b) => a - b);
  // A skipped time: computed with the offset before the change.
  return instants.length > 0 ? instants : [wall - before];
}

/** Wall-clock times after a given one, all represented as if they were UTC. */
function* walls({ text }: Cron, after: number): Generator<number, never> {
  const ticks = CronExpressionParser.parse(text, { currentDate: new Date(after), tz: 'UTC' });
  for (;;) yield ticks.next().getTime();
}
