import { DAY, HOUR } from '@app/common';
import { Temporal } from 'temporal-polyfill';

/** Days. */
const WEEK = 7;
/** In ms: longer than any day, and shorter than any two. */
const LONGEST_DAY = 36 * HOUR;

/**
 * The first instant of a local day, and of the local month, that contains an instant. All are epoch ms. A day is as long as it is in its
 * zone: 23 or 25 hours where clocks change. Where a zone skips midnight, the day begins with the change; where midnight comes twice, with
 * the first one.
 */
export class ZoneDays {
  constructor(private readonly zone: string) {}

  dayOf(instant: number): number {
    return this.zone === 'UTC' ? Math.floor(instant / DAY) * DAY : this.at(instant).startOfDay().epochMilliseconds;
  }

  /** Starts of the days just before a day, newest first: one, or a week where no clock was changed. @param start of a day */
  daysBefore(start: number): number[] {
    const week = Array.from({ length: WEEK }, (_, at) => start - (at + 1) * DAY);
    if (this.zone === 'UTC') return week;
    // No zone sets its clocks forth and back within a week: the same distance from UTC at both ends is that of all days between.
    const isUsual = this.at(week.at(-1)! - 1).offsetNanoseconds === this.at(start).offsetNanoseconds;
    return isUsual ? week : [this.dayOf(start - 1)];
  }

  /** The start of the next day. @param start of a day */
  dayAfter(start: number): number {
    return this.dayOf(start + LONGEST_DAY);
  }

  monthOf(instant: number): number {
    return this.at(instant).with({ day: 1 }).startOfDay().epochMilliseconds;
  }

  /** The start of the month after the one that contains the instant. */
  monthAfter(instant: number): number {
    return this.at(instant).with({ day: 1 }).add({ months: 1 }).startOfDay().epochMilliseconds;
  }

  /** The start of a month of the calendar. @param month 1 to 12 */
  month(year: number, month: number): number {
    return Temporal.PlainDate.from({ year, month, day: 1 }).toZonedDateTime(this.zone).startOfDay().epochMilliseconds;
  }

  private at(instant: number): Temporal.ZonedDateTime {
    return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(this.zone);
  }
}
