import type { CheckCounts, SlaVerdict } from '../types';
import { SUMMARY_LENGTH, overallVerdict, REASONS_LENGTH, verdictReasons, type Dimensions } from '../verdict';
import { VERDICTS, type Found } from './cases/verdict.cases';

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
  it.each(VERDICTS)('%s', (_title, found, status, summary) => {
    const reasons = status === 'Success' ? [] : verdictReasons(dimensionsOf(found));
    expect(overallVerdict(dimensionsOf(found))).toEqual({ status, result: [summary, ...reasons].join(' ') });
  });

  it('tells of failures that do not count, and of rules that are text', () => {
    const warning = { field: 's.d.t.unique', message: 'failed at 2026-01-02 03:04 UTC (severity warn): 3 twice' };
    const warned = (found: Found, notEvaluated: string[] = []): string => {
      const { semantics, quality, ...others } = dimensionsOf({ semantics: [0], quality: [0], ...found });
      const dimensions = {
        ...others,
        semantics: { ...semantics!, notEvaluated },
        quality: { ...quality!, warnings: [warning] },
      };
      return overallVerdict(dimensions).result;
    };
    const told = 'Warning: test s.d.t.unique: failed at 2026-01-02 03:04 UTC (severity warn): 3 twice.';
    expect(warned({})).toBe(`The contract has nothing to check that could fail it. ${told}`);
    expect(warned({ quality: [2] })).toBe(`All checks passed: 2 quality tests. ${told}`);
    expect(warned({ schema: [1, 'a'] })).toBe(`1 of 1 column failed (a). ${told}`);
    expect(warned({}, ['be nice', 'be kind'])).toBe(
      `The contract has nothing to check that could fail it. The rules be nice, be kind are text, which is not evaluated. ${told}`,
    );
    const { semantics } = dimensionsOf({ semantics: [0] });
    expect(overallVerdict({ semantics: { ...semantics!, notEvaluated: ['be nice'] } }).result).toBe(
      'The contract has nothing to check. The rule be nice is text, which is not evaluated.',
    );
  });

  it('stays bounded, and counts all dimensions, whatever the names', () => {
    const names = Array.from({ length: 5000 }, (_, index) => `${'👩🏽‍🚀'.repeat(60)}${index}`);
    const dimensions = dimensionsOf({
      ...{ schema: [9000, ...names], semantics: [9000, ...names], quality: [9000, ...names] },
      sla: [{ refreshFrequencyMet: false, latencyMet: false, availabilityMet: false }, 'latency: no evidence'],
    });
    const { result } = overallVerdict(dimensions);
    const summary = result.slice(0, result.indexOf(verdictReasons(dimensions)[0] ?? ''));
    expect([...summary].length).toBeLessThanOrEqual(SUMMARY_LENGTH + 1);
    expect(summary).toMatch(/columns failed .* rules failed .* tests failed .* SLA not met/s);
    expect(result.length).toBeLessThanOrEqual(SUMMARY_LENGTH * 2 + 4 * (REASONS_LENGTH + 50));
    expect(result).toBe(Buffer.from(result).toString());
  });
});
