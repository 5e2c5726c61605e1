import type { FieldMessage, SchemaVerdict } from '../types';
import { overallVerdict, MOST_REASONS, REASONS_LENGTH, verdictReasons } from '../verdict';

function schema(...details: FieldMessage[]): SchemaVerdict {
  const failed = details.length;
  return { passed: 0, failed, total: failed, failedFields: details.map(({ field }) => field), details };
}

const columns = (count: number, message: string): FieldMessage[] =>
  Array.from({ length: count }, (_, index) => ({ field: `c${index}`, message }));

describe('the reasons of a verdict', () => {
  it('are one sentence for each thing that failed', () => {
    const counts = { passed: 0, failed: 1, total: 1 };
    const reasons = verdictReasons({
      schema: schema({ field: 'a', message: 'is missing in the asset' }, { field: 's.x', message: 'is FLOAT' }),
      semantics: { ...counts, failedRules: [{ ruleName: 'owned', reason: 'gave false' }], notEvaluated: [] },
      quality: { ...counts, qualityScore: 0, details: [{ field: 't.u', message: 'no result' }], warnings: [] },
      sla: { sla: { latencyMet: false }, notes: ['latency: no evidence (no arrival of data is known)'] },
    });
    expect(reasons).toEqual([
      'Column a is missing in the asset.',
      'Column s.x is FLOAT.',
      'Rule owned: gave false.',
      'Test t.u: no result.',
      'SLA latency: no evidence (no arrival of data is known).',
    ]);
  });

  it('name targets of an SLA in words, and tell why each is missed once', () => {
    const notes = ['refreshFrequency: no evidence (no refresh is known)', 'availabilityTime: the data was late'];
    const { result } = overallVerdict({ sla: { sla: { refreshFrequencyMet: false, availabilityMet: false }, notes } });
    expect(result).toBe(
      'SLA not met (refresh frequency, availability). SLA refresh frequency: no evidence (no refresh is known). ' +
        'SLA availability time: the data was late.',
    );
  });

  it('stand behind the sentence that names what failed', () => {
    const { result } = overallVerdict({ schema: schema({ field: 'a', message: 'is missing in the asset' }) });
    expect(result).toBe('1 of 1 column failed (a). Column a is missing in the asset.');
  });

  it('are one for an asset that cannot be read as a whole', () => {
    const unreadable = 'Line 4 of orders.csv cannot be read: expected 3 columns, found 4 (fileMalformed)';
    const { result } = overallVerdict({ schema: { ...schema(...columns(2, 'cannot be read')), unreadable } });
    expect(result).toBe(`2 of 2 columns failed (c0, c1). ${unreadable}.`);
  });

  it.each([
    ['as many as are told', MOST_REASONS, undefined],
    ['one more', MOST_REASONS + 1, '1 more column failed.'],
    ['many', 10_000, `${10_000 - MOST_REASONS} more columns failed.`],
  ])('are cut with a count: %s', (_title, count, last) => {
    const reasons = verdictReasons({ schema: schema(...columns(count, 'is missing')) });
    expect(reasons.slice(0, MOST_REASONS)).toEqual(
      columns(MOST_REASONS, '').map(({ field }) => `Column ${field} is missing.`),
    );
    expect(reasons.slice(MOST_REASONS)).toEqual(last === undefined ? [] : [last]);
  });

  it('are cut where they are long, and then too each is told or counted', () => {
    const reasons = verdictReasons({ schema: schema(...columns(15, 'x'.repeat(300))) });
    const whole = reasons.slice(0, -1);
    expect(whole.join('').length).toBeLessThanOrEqual(REASONS_LENGTH);
    expect(whole.length).toBeGreaterThan(5);
    expect(reasons.at(-1)).toBe(`${15 - whole.length} more columns failed.`);
  });

  it('are bounded each, on a character', () => {
    const [reason] = verdictReasons({ schema: schema({ field: 'a', message: '👍'.repeat(1000) }) });
    expect([...(reason ?? '')]).toHaveLength(401);
    expect(reason).toMatch(/👍….$/u);
  });

  it.each([
    ['says so.', 'Column a says so.'],
    ['has\n two\r\nlines ', 'Column a has two lines.'],
  ])('are sentences on one line: %j', (message, expected) => {
    expect(verdictReasons({ schema: schema({ field: 'a', message }) })).toEqual([expected]);
  });
});
