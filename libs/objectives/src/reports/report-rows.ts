import { byCodePoint, neutralised } from '@app/common';
import { writeToString } from 'fast-csv';
import type { Attainment } from '../attainment/attainment';
import type { ShownBudget } from '../attainment/budget';

/** A row of the report of a month: an objective, judged over the calendar month. */
export interface ReportRow
  extends
    Pick<Attainment, 'on' | 'unit' | 'target' | 'total' | 'good' | 'bad' | 'attainment' | 'met'>,
    Pick<ShownBudget, 'allowed' | 'used' | 'left'> {
  /** FQNs of the domains of the contract's asset with `;` between them; absent without one. */
  readonly domain?: string;
  /** FQN. */
  readonly contract: string;
  readonly objective: string;
}

const COLUMNS = [
  'domain',
  'contract',
  'objective',
  'on',
  'unit',
  'target',
  'total',
  'good',
  'bad',
  'attainment',
  'allowed',
  'used',
  'left',
  'met',
] as const satisfies readonly (keyof ReportRow)[];

export function reportRow(domains: readonly string[], contract: string, attained: Attainment): ReportRow {
  const { name, on, unit, target, total, good, bad, attainment, budget, met } = attained;
  const { allowed, used, left } = budget;
  return {
    ...(domains.length > 0 && { domain: domains.join(';') }),
    contract,
    objective: name,
    ...{ on, unit, target, total, good, bad },
    ...(attainment !== undefined && { attainment }),
    ...{ allowed, used, left, met },
  };
}

/** By domain, contract and objective. */
export function sortedRows(rows: readonly ReportRow[]): ReportRow[] {
  return [...rows].sort(
    (a, b) =>
      byCodePoint(a.domain ?? '', b.domain ?? '') ||
      byCodePoint(a.contract, b.contract) ||
      byCodePoint(a.objective, b.objective),
  );
}

/** Writes rows as CSV (RFC 4180) whose texts no spreadsheet takes for a formula. */
export function reportCsv(rows: readonly ReportRow[]): Promise<string> {
  const cells = rows.map((row) => COLUMNS.map((column) => cellOf(row[column])));
  return writeToString([[...COLUMNS], ...cells], {
    headers: false,
    rowDelimiter: '\r\n',
    includeEndRowDelimiter: true,
  });
}

// A number below zero begins like a formula and is none.
const cellOf = (value: ReportRow[keyof ReportRow]): string =>
  typeof value === 'string' ? neutralised(value) : value === undefined ? '' : String(value);
