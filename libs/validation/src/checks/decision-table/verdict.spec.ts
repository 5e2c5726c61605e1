import type { QualityVerdict, SchemaVerdict, SemanticsVerdict, SlaVerdict } from '../types';
import type { Dimensions } from '../verdict';
import { NOTHING_TO_CHECK, RESULT_LENGTH, overallVerdict } from '../verdict';

function schema(total: number, ...failedFields: string[]): SchemaVerdict {
  const failed = failedFields.length;
  return { passed: total - failed, failed, total, failedFields, details: [] };
}

function semantics(total: number, ...names: string[]): SemanticsVerdict {
  const failedRules = names.map((ruleName) => ({ ruleName, reason: 'so' }));
  return { passed: total - names.length, failed: names.length, total, failedRules, notEvaluated: [] };
}

function quality(total: number, ...names: string[]): QualityVerdict {
  const details = names.map((field) => ({ field, message: 'failed' }));
  return { passed: total - names.length, failed: names.length, total, qualityScore: 0, details, warnings: [] };
}

function sla(given: SlaVerdict['sla'], ...notes: string[]): SlaVerdict {
  return { sla: given, notes };
}

describe('overallVerdict', () => {
  it.each<[string, Dimensions, string, string]>([
    ['no dimension', {}, 'Success', NOTHING_TO_CHECK],
    [
      'dimensions that counted nothing',
      { schema: schema(0), semantics: semantics(0), sla: sla({}) },
      'Success',
      NOTHING_TO_CHECK,
    ],
    ['one passed', { schema: schema(2) }, 'Success', 'All checks passed: 2 columns.'],
    [
      'all passed',
      { schema: schema(1), semantics: semantics(1), quality: quality(3), sla: sla({ latencyMet: true }) },
      'Success',
      'All checks passed: 1 column, 1 semantics rule, 3 quality tests, 1 SLA target.',
    ],
    ['one failed, alone', { schema: schema(2, 'a') }, 'Failed', '1 of 2 columns failed (a).'],
    [
      'one failed of two',
      { schema: schema(2, 'a'), semantics: semantics(1) },
      'PartialSuccess',
      '1 of 2 columns failed (a).',
    ],
    [
      'both failed',
      { schema: schema(2, 'a', 'b'), semantics: semantics(1, 'r') },
      'Failed',
      '2 of 2 columns failed (a, b); 1 of 1 semantics rule failed (r).',
    ],
    [
      'one that counted nothing is no success',
      { schema: schema(1, 'a'), semantics: semantics(0) },
      'Failed',
      '1 of 1 column failed (a).',
    ],
    [
      'the rest is counted',
      { quality: quality(9, 'a', 'b', 'c', 'd', 'e') },
      'Failed',
      '5 of 9 quality tests failed (a, b, c and 2 more).',
    ],
    [
      'an SLA target missed',
      { sla: sla({ refreshFrequencyMet: true, latencyMet: false }, 'latency: too slow') },
      'Failed',
      'SLA not met (latency).',
    ],
    [
      'no evidence',
      {
        schema: schema(1),
        sla: sla(
          { refreshFrequencyMet: false, availabilityMet: false },
          'refreshFrequency: no evidence (x)',
          'availability: 5 %',
        ),
      },
      'PartialSuccess',
      'SLA not met (refresh frequency: no evidence, availability).',
    ],
  ])('%s', (_title, dimensions, status, result) => {
    expect(overallVerdict(dimensions)).toEqual({ status, result });
  });

  it('shows long names whole where there is room', () => {
    const name = 'n'.repeat(256);
    expect(overallVerdict({ schema: schema(1, name) }).result).toContain(name);
  });

  it('stays bounded, and counts all dimensions, whatever the names', () => {
    const names = Array.from({ length: 5000 }, (_, index) => `${'👩🏽‍🚀'.repeat(60)}${index}`);
    const everything: Dimensions = {
      schema: schema(9000, ...names),
      semantics: semantics(9000, ...names),
      quality: quality(9000, ...names),
      sla: sla({ refreshFrequencyMet: false, latencyMet: false, availabilityMet: false }, 'latency: no evidence'),
    };
    const { result } = overallVerdict(everything);
    expect([...result].length).toBeLessThanOrEqual(RESULT_LENGTH);
    expect(result).toMatch(/columns failed .* rules failed .* tests failed .* SLA not met/s);
    expect(result).toBe(Buffer.from(result).toString());
  });
});
