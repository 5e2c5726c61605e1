import { median } from './quantile';

const DIGITS = 2;

/** The ratios of pairs as a report shows them: their median, and their range. */
export function pairText(ratios: readonly number[]): string {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(DIGITS)} (${least.toFixed(DIGITS)}–${most.toFixed(DIGITS)})`;
}
