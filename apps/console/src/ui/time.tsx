import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const absoluteUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Times on a page grow older while it is looked at. */
const TICK_MS = 20_000;

/**
 * `3 minutes ago`, `in 2 hours`; times in epoch ms.
 *
 * @param isUpcoming it is to happen; else what lies ahead by less than a minute has happened since `now` was read, or by another clock
 */
export function relativeTime(time: number, now: number, isUpcoming = false): string {
  const seconds = Math.round((time - now) / 1000);
  const [unit, length] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? [undefined, 1];
  return unit === undefined
    ? isUpcoming && seconds > 0
      ? 'in a moment'
      : 'just now'
    : relative.format(Math.round(seconds / length), unit);
}

export const dayText = (time: number): string => day.format(time);
export const absoluteTime = (time: number): string => absolute.format(time);
export const utcTime = (time: number): string => `${absoluteUtc.format(time)} UTC`;

interface TimeProps {
  readonly of: number;
  readonly isUpcoming?: boolean;
  /** The absolute time stands beside it already. */
  readonly isBeside?: boolean;
}

/** A time in epoch ms, relative; the absolute one in the zone of the reader is at hand by pointer and by keyboard, and is read out. */
export function Time({ of, isUpcoming = false, isBeside = false }: TimeProps) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const relativeText = relativeTime(of, now, isUpcoming);
  const dateTime = new Date(of).toISOString();
  if (isBeside) return <time dateTime={dateTime}>{relativeText}</time>;
  return (
    <Tooltip label={absoluteTime(of)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={dateTime} tabIndex={0}>
        {relativeText}
        <span className="visually-hidden">, {absoluteTime(of)}</span>
      </time>
    </Tooltip>
  );
}

/** `1.2 s`, `340 ms`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
