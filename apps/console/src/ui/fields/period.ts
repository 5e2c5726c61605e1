/** A period of time in a form: a number of hours or days, or a text in ISO 8601 for what is neither. */
export interface Period {
  readonly amount: string;
  readonly unit: PeriodUnit;
}

export const PERIOD_UNITS = { days: 'days', hours: 'hours', iso: 'ISO 8601' } as const;
export type PeriodUnit = keyof typeof PERIOD_UNITS;

/** @param iso a duration in ISO 8601; absent: an empty field */
export function periodOf(iso: string | undefined): Period {
  const [, days, hours] = /^(?:P(\d+)D|PT(\d+)H)$/.exec(iso ?? '') ?? [];
  if (days !== undefined) return { amount: days, unit: 'days' };
  if (hours !== undefined) return { amount: hours, unit: 'hours' };
  return iso === undefined ? { amount: '', unit: 'days' } : { amount: iso, unit: 'iso' };
}

/** The duration in ISO 8601. What is not a number stays as it is, for the API to refuse. */
export function isoOf({ amount, unit }: Period): string {
  const text = amount.trim();
  if (unit === 'iso' || !/^\d+$/.test(text)) return text;
  return unit === 'days' ? `P${text}D` : `PT${text}H`;
}
