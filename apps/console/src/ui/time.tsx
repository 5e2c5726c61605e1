import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { lasted, relativeTime } from './text/relative-time';

const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const absoluteUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Times on a page grow older while it is looked at. */
const TICK_MS = 20_000;

export const dayText = (time: number): string => day.format(time);
export const absoluteTime = (time: number): string => absolute.format(time);
export const utcTime = (time: number): string => `${absoluteUtc.format(time)} UTC`;

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** The day and the hour of what happened, for histories, where many things happened on one day. */
export function Moment({ of }: { readonly of: number }) {
  return (
    <time className="nowrap" dateTime={new Date(of).toISOString()} title={absoluteTime(of)}>
      {moment.format(of)}
    </time>
  );
}

interface TimeProps {
  readonly of: number;
  readonly isUpcoming?: boolean;
  /** The absolute time stands beside it already. */
  readonly isBeside?: boolean;
}

/** A time in epoch ms, relative; the absolute one in the zone of the reader is at hand by pointer and by keyboard, and is read out. */
export function Time({ of, isUpcoming = false, isBeside = false }: TimeProps) {
  const text = relativeTime(of, useNow(), isUpcoming);
  return <Told of={of} text={text} isBeside={isBeside} />;
}

/** How long something has lasted; since when is at hand. */
export function Lasted({ since }: { readonly since: number }) {
  return <Told of={since} text={lasted(since, useNow())} isBeside={false} />;
}

function Told({ of, text, isBeside }: { readonly of: number; readonly text: string; readonly isBeside: boolean }) {
  const dateTime = new Date(of).toISOString();
  if (isBeside) return <time dateTime={dateTime}>{text}</time>;
  return (
    <Tooltip label={absoluteTime(of)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={dateTime} tabIndex={0}>
        {text}
        <span className="visually-hidden">, {absoluteTime(of)}</span>
      </time>
    </Tooltip>
  );
}

/** `1.2 s`, `340 ms`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
