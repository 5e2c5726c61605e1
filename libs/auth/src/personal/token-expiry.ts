import { invalidFields } from '@app/common';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Lifetimes in seconds, by the words and days that clients send. */
const LIFETIMES: ReadonlyMap<string, number> = new Map([
  ['OneHour', HOUR],
  ...['1', '7', '30', '60', '90'].map((days) => [days, Number(days) * DAY] as const),
]);
/** A bot runs for years without a person who renews its token. */
const UNLIMITED = 10 * 365 * DAY;

/** Seconds of a `JWTTokenExpiry`; 400 for another word, and for Unlimited where it is no bot's. */
export function lifetimeOf(expiry: unknown, isBot: boolean): number {
  const word = typeof expiry === 'number' ? String(expiry) : expiry;
  const seconds = LIFETIMES.get(word as string) ?? (isBot && word === 'Unlimited' ? UNLIMITED : undefined);
  if (seconds !== undefined) return seconds;
  const allowed = [...LIFETIMES.keys(), ...(isBot ? ['Unlimited'] : [])].join(', ');
  throw invalidFields([{ field: 'JWTTokenExpiry', message: `must be one of ${allowed}` }]);
}
