import type { JudgedPromise, ReferencePromise, ValuePromise } from '@app/contracts';

/** Counts of rows that break a promise. */
export interface BrokenRows {
  readonly rows: number;
  readonly failedRows: number;
}

/** The words of a fault, of one row and of several. */
type Fault = readonly [one: string, several: string];

const is = (words: string): Fault => [`is ${words}`, `are ${words}`];
const has = (words: string): Fault => [`has ${words}`, `have ${words}`];

const OPTIONS: Readonly<Record<string, (value: string) => Fault>> = {
  minimum: (value) => is(`below ${value}`),
  maximum: (value) => is(`above ${value}`),
  exclusiveMinimum: (value) => is(`not above ${value}`),
  exclusiveMaximum: (value) => is(`not below ${value}`),
  minLength: (value) => is(`shorter than ${value}`),
  maxLength: (value) => is(`longer than ${value}`),
  minItems: (value) => has(`fewer than ${value} elements`),
  maxItems: (value) => has(`more than ${value} elements`),
  multipleOf: (value) => is(`no multiple of ${value}`),
  pattern: () => ['does not match the pattern', 'do not match the pattern'],
  format: (value) => is(`no ${value}`),
};

/** The fault of the rows that break a promise: counts and the words of the contract, no value of the data. */
export function brokenSentence(promise: ValuePromise, { rows, failedRows }: BrokenRows): string {
  const [one, several] = faultOf(promise);
  return `${failedRows} of ${rows} rows ${failedRows === 1 ? one : several}`;
}

function faultOf({ kind, option = '', value }: ValuePromise): Fault {
  switch (kind) {
    case 'notNull':
      return is('NULL');
    case 'unique':
      return has('a value that comes more than once');
    case 'enum':
      return has('a value that is not in the list');
    case 'option':
      return OPTIONS[option]?.(String(value)) ?? has('a value that is not allowed');
  }
}

/** Rows that share their key, said of each of its columns. */
export function sharedSentence(
  { columns }: Extract<JudgedPromise, { kind: 'primaryKey' }>,
  shared: number,
  rows: number,
): string {
  const key = columns.length > 1 ? `(${columns.map(({ path }) => path).join(', ')}): ` : '';
  return `${key}${shared} of ${rows} rows share their key`;
}

/** Rows whose values are those of no row of the other table. */
export function partnerSentence(
  { columns, table, referred }: ReferencePromise,
  failedRows: number,
  rows: number,
): string {
  const own = columns.length > 1 ? `(${columns.map(({ path }) => path).join(', ')}): ` : '';
  const [only] = referred;
  const there = table === undefined ? '' : `${table}${referred.length > 1 ? ' ' : '.'}`;
  const partner = `${there}${referred.length > 1 ? `(${referred.join(', ')})` : only}`;
  return `${own}${failedRows} of ${rows} rows ${failedRows === 1 ? 'has' : 'have'} a value without a partner in ${partner}`;
}

export const nullSentence = (nulls: number, rows: number): string =>
  `${nulls} of ${rows} rows ${nulls === 1 ? 'is' : 'are'} NULL`;
