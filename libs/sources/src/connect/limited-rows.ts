import type { Cell, ResultBounds, Row } from '../engine';
import { SourceError } from '../reason';

const tooMany = (what: string): string => `The result has more than ${what}`;

/** Whether a result was refused for its number of rows, and not for its size. @param rows most rows that were asked for */
export const hasMoreRows = ({ reason, message }: SourceError, rows: number): boolean =>
  reason === 'tooLarge' && message === tooMany(`${rows} rows`);

/** Collects rows as they come, up to a limit of rows and bytes. */
export class LimitedRows {
  readonly rows: Row[] = [];
  private taken = 0;
  private over?: string;

  constructor(private readonly limits: ResultBounds) {}

  /** Why no further row is taken. */
  get excess(): SourceError | undefined {
    return this.over === undefined ? undefined : new SourceError({ reason: 'tooLarge', message: tooMany(this.over) });
  }

  /** @returns whether there is room for more */
  add(row: readonly Cell[]): boolean {
    if (this.over !== undefined) return false;
    if (this.rows.length >= this.limits.rows) this.over = `${this.limits.rows} rows`;
    else {
      for (const cell of row) this.taken += cell === null ? 1 : cell.length;
      if (this.taken > this.limits.bytes) this.over = `${this.limits.bytes} bytes`;
    }
    if (this.over !== undefined) return false;
    this.rows.push(row);
    return true;
  }
}

/** Value of JSON as a cell. */
export function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}
