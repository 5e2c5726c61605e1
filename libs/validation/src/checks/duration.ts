/**
 * What a rule says of time (`{"isUpdatedAfter": "P7D"}`), for the rule thread alone: a thread has little memory and loads in
 * milliseconds, so it cannot load the library of contracts, whose parseDuration is the one for contracts. A test holds the two
 * to the same answers.
 */
interface Duration {
  readonly months: number;
  readonly milliseconds: number;
}

export type ParsedDuration = { readonly ok: true; readonly duration: Duration } | { readonly ok: false };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LONGEST_TEXT = 64;
/** 1,000 years of 12 months of mean length. */
const LONGEST = 1_000 * 365.2425 * DAY;

const FRACTION = String.raw`(\d+(?:[.,]\d{1,9})?)`;
const ISO_8601 = new RegExp(
  `^P(?=.)(?:(\\d+)Y)?(?:(\\d+)M)?(?:${FRACTION}W)?(?:${FRACTION}D)?` +
    `(?:T(?=.)(?:${FRACTION}H)?(?:${FRACTION}M)?(?:${FRACTION}S)?)?$`,
);
/** A fraction in a part that is not the last one. */
const EARLY_FRACTION = /[.,]\d+[A-Z].*\d/;
const LENGTHS = [7 * DAY, DAY, HOUR, MINUTE, SECOND];

/** Reads an ISO 8601 duration that is longer than zero and not longer than 1,000 years. */
export function parseDuration(text: string): ParsedDuration {
  const parts = text.length <= LONGEST_TEXT ? ISO_8601.exec(text)?.slice(1) : undefined;
  if (!parts || EARLY_FRACTION.test(text)) return { ok: false };
  const [years = 0, months = 0, ...exact] = parts.map((part) => Number((part ?? '0').replace(',', '.')));
  const time = Math.round(exact.reduce((sum, count, i) => sum + count * (LENGTHS[i] ?? 0), 0));
  const duration = { months: years * 12 + months, milliseconds: time };
  const length = (duration.months / 12) * 365.2425 * DAY + time;
  return length > 0 && length <= LONGEST ? { ok: true, duration } : { ok: false };
}

/** The instant (epoch ms) that lies a duration before `instant`, by the UTC calendar: 31 March − P1M is the last of February. */
export function subtractDuration(instant: number, { months, milliseconds }: Duration): number {
  const date = new Date(instant);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months, 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay)) - milliseconds;
}
