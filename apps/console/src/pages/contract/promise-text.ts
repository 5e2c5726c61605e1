import type { Contract } from '../../api/contracts';
import { counted } from '../../ui/changes/value-words';
import { wallTimeText } from './wall-time';

export interface SlaTarget {
  readonly key: string;
  readonly label: string;
  readonly value: string;
}

/** Promises of the contract about time, target by target. */
export function slaTargets({ sla }: Pick<Contract, 'sla'>): SlaTarget[] {
  if (!sla) return [];
  const target = (key: string, label: string, value: string | undefined): SlaTarget[] =>
    value === undefined ? [] : [{ key, label, value }];
  return [
    ...target('refreshFrequency', 'Refreshed every', durationText(sla.refreshFrequency)),
    ...target('maxLatency', 'Maximum delay', durationText(sla.maxLatency ?? sla.latency)),
    ...target(
      'availability',
      'Availability',
      sla.availability === undefined ? undefined : `${sla.availability} % of the time`,
    ),
    ...target('availabilityTime', 'Due by', sla.availabilityTime && wallTimeText(sla.availabilityTime, sla.timezone)),
    ...target('retention', 'Retention', durationText(sla.retention)),
    ...target('learned', 'As usual', sla.learned?.join(' and ')),
  ];
}

const UNITS: readonly (readonly [string, string])[] = [
  ['Y', 'year'],
  ['M', 'month'],
  ['W', 'week'],
  ['D', 'day'],
];
const TIME_UNITS: readonly (readonly [string, string])[] = [
  ['H', 'hour'],
  ['M', 'minute'],
  ['S', 'second'],
];

/** `P1DT2H` is `1 day 2 hours`; what is no ISO 8601 duration stays as it is. */
export function durationText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object') {
    const { interval, value: amount, period, unit } = value as Record<string, unknown>;
    return counted(Number(interval ?? amount ?? period), String(unit));
  }
  const text = String(value);
  const [, date = '', time = ''] = /^P([^T]*)(?:T(.+))?$/.exec(text) ?? [];
  const words = [...partsOf(date, UNITS), ...partsOf(time, TIME_UNITS)];
  return words.length ? words.join(' ') : text;
}

function partsOf(text: string, units: readonly (readonly [string, string])[]): string[] {
  return units.flatMap(([sign, unit]) => {
    const [, amount] = new RegExp(`(\\d+(?:\\.\\d+)?)${sign}`).exec(text) ?? [];
    return amount === undefined ? [] : [counted(Number(amount), unit)];
  });
}
