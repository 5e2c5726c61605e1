import type { ErrorDetail } from '@app/common';
import type { ContractDocument } from './contract-document';

/** ISO 8601 date, or date and time; without an offset it is UTC (the reference's clients leave it out). */
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** effectiveFrom and effectiveUntil that are malformed or in the wrong order. */
export function effectiveFaults({ effectiveFrom, effectiveUntil }: ContractDocument): ErrorDetail[] {
  const faults = [...instantFault('effectiveFrom', effectiveFrom), ...instantFault('effectiveUntil', effectiveUntil)];
  if (faults.length > 0 || effectiveFrom === undefined || effectiveUntil === undefined) return faults;
  const ordered = (parseInstant(effectiveFrom) as number) < (parseInstant(effectiveUntil) as number);
  return ordered ? [] : [{ field: 'effectiveUntil', message: `must be later than effectiveFrom (${effectiveFrom})` }];
}

function instantFault(field: string, value: string | undefined): ErrorDetail[] {
  if (value === undefined || parseInstant(value) !== undefined) return [];
  const message = `must be an ISO 8601 date and time such as "2026-01-31T09:00:00Z", got ${JSON.stringify(value)}`;
  return [{ field, message }];
}

/** Epoch ms of an ISO 8601 date, or date and time (UTC without an offset); undefined if malformed. */
export function parseInstant(text: string): number | undefined {
  const [, year, month, day, offset] = DATE_TIME.exec(text) ?? [];
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return undefined;
  const spelled = text.replace(' ', 'T').toUpperCase();
  const instant = Date.parse(spelled.length === 10 || offset ? spelled : `${spelled}Z`);
  return Number.isNaN(instant) ? undefined : instant;
}

/** Date.parse accepts 31 February as 3 March. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
