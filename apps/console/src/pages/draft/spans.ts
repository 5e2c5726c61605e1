import { memberAt, put, textOf, isRecord, type Edit, type Members } from './draft-text';

export const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type Unit = (typeof UNITS)[number];

/** A number as it is typed, with its unit; an empty one promises nothing. */
export interface Span {
  readonly amount: string;
  readonly unit: Unit;
}

/** A service level of the form: its label, its names in the document, the member of its number, and the unit that is offered first. */
interface Level {
  readonly label: string;
  readonly names: readonly string[];
  readonly number: string;
  readonly unit: Unit;
}

export const LEVELS = {
  refresh: { label: 'Refreshed every', names: ['refreshFrequency'], number: 'interval', unit: 'day' },
  latency: { label: 'Maximum delay', names: ['maxLatency', 'latency'], number: 'value', unit: 'hour' },
  retention: { label: 'Retention', names: ['retention'], number: 'period', unit: 'month' },
} as const satisfies Record<string, Level>;
export type LevelName = keyof typeof LEVELS;
export const LEVEL_NAMES = Object.keys(LEVELS) as LevelName[];

const NUMBERS = ['interval', 'value', 'period'] as const;
const BY_SIGN: Readonly<Record<string, Unit>> = {
  TM: 'minute',
  TH: 'hour',
  D: 'day',
  W: 'week',
  M: 'month',
  Y: 'year',
};

/** The name under which the document states the level. */
export const statedName = (members: Members, level: LevelName): string =>
  LEVELS[level].names.find((name) => memberAt(members, ['sla', name]) !== undefined) ?? LEVELS[level].names[0];

/** The level as the form shows it; undefined where it is written in a way that it has no fields for, such as `P1DT2H`. */
export function spanOf(members: Members, level: LevelName): Span | undefined {
  const value = memberAt(members, ['sla', statedName(members, level)]);
  if (value === undefined || value === null) return { amount: '', unit: LEVELS[level].unit };
  if (isRecord(value)) {
    const unit = UNITS.find((one) => one === value.unit);
    const number = NUMBERS.find((name) => value[name] !== undefined);
    return unit && { amount: number === undefined ? '' : textOf(value[number]), unit };
  }
  const [, time = '', amount, sign = ''] = /^P(T?)(\d+)([A-Z])$/.exec(String(value)) ?? [];
  const unit = BY_SIGN[time + sign];
  return amount !== undefined && unit !== undefined ? { amount, unit } : undefined;
}

/** Writes the level; without an amount it goes. */
export const writeSpan =
  (members: Members, level: LevelName, { amount, unit }: Span): Edit =>
  (document) => {
    const path = ['sla', statedName(members, level)];
    const before = memberAt(members, path);
    const number =
      (isRecord(before) ? NUMBERS.find((name) => before[name] !== undefined) : undefined) ?? LEVELS[level].number;
    if (amount === '') put(document, path, undefined);
    else put(document, path, { [number]: isWhole(amount) ? Number(amount) : amount, unit });
  };

export const isWhole = (amount: string): boolean => /^[1-9]\d{0,5}$/.test(amount);

/** Why the amount cannot be sent. */
export const WHOLE_NUMBER = 'A whole number from 1 to 999999';
