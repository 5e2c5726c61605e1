import type { CheckCounts, SlaVerdict } from '../types';
import type { Dimensions } from '../verdict';
import { RESULT_LENGTH, overallVerdict } from '../verdict';
import type { Found } from './cases/verdict.cases';
import { VERDICTS } from './cases/verdict.cases';

function counts(total: number, failed: number): CheckCounts {
  return { passed: total - failed, failed, total };
}

function dimensionsOf({ schema, semantics, quality, sla }: Found): Dimensions {
  const [columns = 0, ...failedFields] = schema ?? [];
  const [rules = 0, ...failedRules] = semantics ?? [];
  const [tests = 0, ...failedTests] = quality ?? [];
  const [met, ...notes] = sla ?? [{}];
  return {
    ...(schema && { schema: { ...counts(columns, failedFields.length), failedFields, details: [] } }),
    ...(semantics && {
      semantics: {
        ...counts(rules, failedRules.length),
        failedRules: failedRules.map((ruleName) => ({ ruleName, reason: 'so' })),
        notEvaluated: [],
      },
    }),
    ...(quality && {
      quality: {
        ...counts(tests, failedTests.length),
        details: failedTests.map((field) => ({ field, message: 'failed' })),
        ...{ qualityScore: 0, warnings: [] },
      },
    }),
    ...(sla && { sla: { sla: met as SlaVerdict['sla'], notes } }),
  };
}

describe('overallVerdict', () => {
  it.each(VERDICTS)('%s', (_title, found, status, result) => {
    expect(overallVerdict(dimensionsOf(found))).toEqual({ status, result });
  });

  it('stays bounded, and counts all dimensions, whatever the names', () => {
    const names = Array.from({ length: 5000 }, (_, index) => `${'👩🏽‍🚀'.repeat(60)}${index}`);
    const { result } = overallVerdict(
      dimensionsOf({
        ...{ schema: [9000, ...names], semantics: [9000, ...names], quality: [9000, ...names] },
        sla: [{ refreshFrequencyMet: false, latencyMet: false, availabilityMet: false }, 'latency: no evidence'],
      }),
    );
    expect([...result].length).toBeLessThanOrEqual(RESULT_LENGTH);
    expect(result).toMatch(/columns failed .* rules failed .* tests failed .* SLA not met/s);
    expect(result).toBe(Buffer.from(result).toString());
  });
});
