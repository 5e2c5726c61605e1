import { InvalidArgumentError } from 'commander';

/** Reads a whole number in a range. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Reads a number of hops along lineage: `all`, or as many as the service follows. */
export function hops(text: string): number | 'all' {
  if (text === 'all' || /^[0-3]$/.test(text)) return text === 'all' ? text : Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0 to 3, or all.');
}
