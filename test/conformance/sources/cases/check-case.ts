import type { Check } from '@app/sources';
import type { Expected } from '../row-oracle';

export interface CheckCase {
  readonly title: string;
  readonly check: Check;
  readonly expected: Expected;
}

export const test = (
  definition: string,
  column: string | undefined,
  parameters: Record<string, string>,
  expected: Expected,
): CheckCase => ({
  title: `${definition} ${column ?? ''} ${JSON.stringify(parameters)}`,
  check: { definition, parameters, ...(column !== undefined && { column }) },
  expected,
});
export const rule = (members: Record<string, unknown>, column: string | undefined, expected: Expected): CheckCase => ({
  title: `rule ${column ?? ''} ${JSON.stringify(members)}`,
  check: { rule: members, ...(column !== undefined && { column }) },
  expected,
});
export const aborted = (reason: string): Expected => ({ status: 'Aborted', reason });
