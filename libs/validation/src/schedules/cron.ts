import { badRequest } from '@app/common';
import { parseZone, zoneOffset } from '@app/contracts';
import type { Zone } from '@app/contracts';
import { CronExpressionParser } from 'cron-parser';

const FIELDS = ['minute', 'hour', 'day of month', 'month', 'day of week'] as const;
/** What cron knows everywhere: numbers, lists, ranges, steps, and names of months and days. */
const PART = /^[\d*,/-]+$/;
const NAMED_PART = /^[\dA-Za-z*,/-]+$/;
const EXPECTED = 'five fields (minute, hour, day of month, month, day of week) such as "0 6 * * 1-5"';
const LONGEST = 256;

const HOUR = 3_600_000;
/** No change of clocks of today goes further; walls this far from one have one instant each. */
const NEAR_CHANGE = 3 * HOUR;

/** A cron expression in its zone. */
export interface Cron {
  readonly text: string;
  readonly zone: Zone;
  /** It runs each hour: where clocks are set back, in both hours of the same name. */
  readonly isHourly: boolean;
}

/** What is wrong with a cron expression, or undefined. */
export function cronFault(text: string): string | undefined {
  if (text.length > LONGEST) return `must have at most ${LONGEST} characters; got ${text.length}`;
  const fields = text.trim().split(/\s+/);
  if (fields.length !== FIELDS.length) return `must have ${EXPECTED}; got ${fields.length} fields`;
  const wrong = fields.findIndex((field, at) => !(at < 3 ? PART : NAMED_PART).test(field));
  if (wrong >= 0) return `has ${JSON.stringify(fields[wrong])} for ${FIELDS[wrong]}; it must have ${EXPECTED}`;
  try {
    CronExpressionParser.parse(fields.join(' '), { tz: 'UTC' }).next();
    return undefined;
  } catch (error) {
    return `cannot be read, or never comes: ${(error as Error).message}; it must have ${EXPECTED}`;
  }
}

/** @throws {AppError} BAD_REQUEST for what `cronFault` or `zoneOf` refuse: such were never stored */
export function readCron(text: string, timezone: string): Cron {
  const zone = zoneOf(timezone);
  const fault = cronFault(text) ?? (zone ? undefined : `has the unknown time zone ${timezone}`);
  if (fault || !zone) throw badRequest(`cron ${fault}`);
  const [, hour = ''] = text.trim().split(/\s+/);
  return { text: text.trim(), zone, isHourly: hour === '*' || hour === '*/1' };
}

/** A zone by its IANA name; offsets and labels are none. */
export function zoneOf(name: string): Zone | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/.test(name)) return undefined;
  const isOffset = /^(?:UTC|GMT)./i.test(name) && !name.includes('/');
  return isOffset ? undefined : parseZone(name);
}

/**
 * The first tick after an instant (epoch ms). The expression speaks of clocks on walls: a time that is left out when clocks
 * are set forward comes as much later as they were, a time that comes twice when they are set back counts the first time –
 * but an expression of every hour runs in both.
 */
export function nextTick(cron: Cron, after: number): number {
  const { zone } = cron;
  const offset = zoneOffset(zone, after);
  const wall = walls(cron, after + offset).next().value;
  const straight = wall - zoneOffset(zone, wall - offset);
  if (isCalm(zone, after, offset) && isCalm(zone, straight, wall - straight)) return straight;
  return nextNearChange(cron, after, offset);
}

/** Whether clocks neither changed shortly before an instant nor will shortly after it. */
function isCalm(zone: Zone, instant: number, offset: number): boolean {
  return [-NEAR_CHANGE, 0, NEAR_CHANGE].every((distance) => zoneOffset(zone, instant + distance) === offset);
}

/** Looks at every wall time about the change: some have no instant, some two, and they may come in another order. */
function nextNearChange(cron: Cron, after: number, offset: number): number {
  let first = Infinity;
  for (const wall of walls(cron, after + offset - NEAR_CHANGE)) {
    if (wall - offset - 2 * NEAR_CHANGE > first) break;
    const instants = instantsOf(cron.zone, wall).slice(0, cron.isHourly ? 2 : 1);
    for (const instant of instants) if (instant > after && instant < first) first = instant;
  }
  return first;
}

/** The instants at which clocks show a time, in their order. */
function instantsOf(zone: Zone, wall: number): number[] {
  const about = wall - zoneOffset(zone, wall);
  const before = zoneOffset(zone, about - NEAR_CHANGE);
  const later = zoneOffset(zone, about + NEAR_CHANGE);
  const shown = [wall - before, wall - later].filter((instant) => instant + zoneOffset(zone, instant) === wall);
  const instants = [...new Set(shown)].sort((a, b) => a - b);
  // Left out: the clocks jump over it. Reckoned by how they went before.
  return instants.length > 0 ? instants : [wall - before];
}

/** Times on the wall after one, all written as if they were UTC. */
function* walls({ text }: Cron, after: number): Generator<number, never> {
  const ticks = CronExpressionParser.parse(text, { currentDate: new Date(after), tz: 'UTC' });
  for (;;) yield ticks.next().getTime();
}
