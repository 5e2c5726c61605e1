import { DAY } from '@app/common';

/** Days that are looked back at, today among them: how often a change would have failed lately, and the usual length of retention. */
export const DAYS = 30;

/** A day in UTC, in epoch ms. */
export interface PastDay {
  /** `2026-03-01` */
  readonly day: string;
  /** Its last millisecond. */
  readonly end: number;
}

/** The last days up to an instant, the earliest first. */
export function lastDays(now: number): PastDay[] {
  const today = Math.floor(now / DAY) * DAY;
  return Array.from({ length: DAYS }, (_, index) => {
    const begin = today - (DAYS - 1 - index) * DAY;
    return { day: new Date(begin).toISOString().slice(0, 10), end: begin + DAY - 1 };
  });
}
