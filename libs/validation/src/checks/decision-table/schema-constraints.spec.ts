import { DEFAULT_SCHEMA_POLICY } from '@app/contracts';
import { checkSchema } from '../schema-check';
import { SCHEMA_CONSTRAINTS } from './cases/schema-constraints.cases';
import { toCase } from './schema-case';

describe('checkSchema: constraints and policies', () => {
  it.each(SCHEMA_CONSTRAINTS.map(toCase))('$title', ({ contractColumns, has, total, failedFields, policy }) => {
    const verdict = checkSchema({ contractColumns, asset: has, policy: { ...DEFAULT_SCHEMA_POLICY, ...policy } });
    expect(verdict).toMatchObject({
      total,
      failed: failedFields.length,
      passed: total - failedFields.length,
      failedFields,
    });
    expect(verdict.details.map(({ field }) => field)).toEqual(failedFields);
    expect(verdict.details.every(({ message }) => message.length > 0)).toBe(true);
  });
});
