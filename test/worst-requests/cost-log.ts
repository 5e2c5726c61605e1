import { appendFileSync } from 'node:fs';
import type { Cost } from './measure/request';

/** Appends what a request cost to the file that SUITE_LOG names, if it does: a line of JSON for each. */
export function logCost(operation: string, shape: string, cost: Cost): void {
  const file = process.env['SUITE_LOG'];
  if (file) appendFileSync(file, `${JSON.stringify({ operation, shape, ...cost })}\n`);
}
