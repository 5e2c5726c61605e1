import { DAY, HOUR } from '@app/common';
import { zoneOffset, type Zone } from '@app/contracts';

/** No zone changes its clocks and changes them back within as many milliseconds. */
const CALM = 7 * DAY;
/** Days from the first Monday on to 1970-01-01, a Thursday. */
const THURSDAY = 3;
/** Days of a month that are counted from its beginning; later ones from its end. */
const FROM_BEGIN = 15;

/** The position of an instant in the week and in the month of a time zone. */
export interface LocalKeys {
  /** 24 times the weekday, Monday 0, and the hour: 0 to 167. */
  readonly hourOfWeek: number;
  /** Monday 0. */
  readonly dayOfWeek: number;
  /** 1 to 15, then −16 to −1, the last day of the month. */
  readonly dayOfMonth: number;
  /** Months since the year 0. */
  readonly month: number;
}

/** Finds keys of many instants of one span: the zone is asked only where its clocks may change. */
export class LocalCalendar {
  /** Offsets of the zone, each with the instant up to which it is in effect, in ascending order. */
  private readonly offsets: (readonly [until: number, offset: number])[] = [];
  /** Keys of the month by the days since 1970: many instants lie in one day. */
  private readonly days = new Map<number, Pick<LocalKeys, 'dayOfMonth' | 'month'>>();

  constructor(
    private readonly zone: Zone,
    from: number,
    to: number,
  ) {
    let [begin, offset] = [from, zoneOffset(zone, from)];
    while (begin < to) {
      const end = Math.min(begin + CALM, to);
      const later = zoneOffset(zone, end);
      if (later !== offset) this.offsets.push([this.change(begin, end, offset), offset]);
      [begin, offset] = [end, later];
    }
    this.offsets.push([Infinity, offset]);
  }

  /** @param instant epoch ms, within the span */
  keysOf(instant: number): LocalKeys {
    const [, offset] = this.offsets.find(([until]) => instant < until)!;
    const local = instant + offset;
    const days = Math.floor(local / DAY);
    const dayOfWeek = (((days + THURSDAY) % 7) + 7) % 7;
    const hour = Math.floor((local - days * DAY) / HOUR);
    return { hourOfWeek: dayOfWeek * 24 + hour, dayOfWeek, ...this.inMonth(days) };
  }

  private inMonth(days: number): Pick<LocalKeys, 'dayOfMonth' | 'month'> {
    const known = this.days.get(days);
    if (known !== undefined) return known;
    const local = new Date(days * DAY);
    const found = { dayOfMonth: dayOfMonth(local), month: local.getUTCFullYear() * 12 + local.getUTCMonth() };
    this.days.set(days, found);
    return found;
  }

  /** The first instant of another offset, of which there is one after `begin`, up to `end`. */
  private change(begin: number, end: number, offset: number): number {
    let [before, after] = [begin, end];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (zoneOffset(this.zone, middle) === offset) before = middle;
      else after = middle;
    }
    return after;
  }
}

/** @param local a day whose UTC date is the local one */
function dayOfMonth(local: Date): number {
  const day = local.getUTCDate();
  if (day <= FROM_BEGIN) return day;
  return day - new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate() - 1;
}
