import { textOf } from './lenient';

/** How an assertion counts that did not hold: `warn` is reported and fails nothing. */
export const SEVERITIES = ['error', 'warn'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A severity in any letter case. */
export function severityIn(sent: unknown): Severity | undefined {
  const word = textOf(sent)?.toLowerCase();
  return SEVERITIES.find((one) => one === word);
}
