import { checkQuality } from '../quality-check';
import type { QualityExpectation, TestCaseStatus } from '../quality-check';

const TIMESTAMP = Date.parse('2026-11-20T10:00:00Z');

function expectation(name: string, status?: TestCaseStatus, result?: string): QualityExpectation {
  const ref = { id: `id-${name}`, name, fullyQualifiedName: `s.d.p.t.${name}` };
  return { ref, ...(status ? { newest: { status, timestamp: TIMESTAMP, ...(result ? { result } : {}) } } : {}) };
}

describe('checkQuality', () => {
  it.each<[string, QualityExpectation[], { passed: number; failed: number; total: number; qualityScore: number }]>([
    ['nothing expected', [], { passed: 0, failed: 0, total: 0, qualityScore: 100 }],
    ['all succeeded', [expectation('a', 'Success')], { passed: 1, failed: 0, total: 1, qualityScore: 100 }],
    [
      'one failed',
      [expectation('a', 'Success'), expectation('b', 'Failed')],
      { passed: 1, failed: 1, total: 2, qualityScore: 50 },
    ],
    ['aborted is no pass', [expectation('a', 'Aborted')], { passed: 0, failed: 1, total: 1, qualityScore: 0 }],
    ['queued is no pass', [expectation('a', 'Queued')], { passed: 0, failed: 1, total: 1, qualityScore: 0 }],
    ['no result is no pass', [expectation('a')], { passed: 0, failed: 1, total: 1, qualityScore: 0 }],
    [
      'three of four',
      ['a', 'b', 'c'].map((name) => expectation(name, 'Success')).concat(expectation('d')),
      { passed: 3, failed: 1, total: 4, qualityScore: 75 },
    ],
  ])('%s', (_title, expectations, counts) => {
    expect(checkQuality(expectations)).toMatchObject(counts);
  });

  it('counts no test of severity warn, and warns of those that are no success', () => {
    const advisory = (name: string, status?: TestCaseStatus) => ({ ...expectation(name, status), severity: 'warn' });
    const verdict = checkQuality([
      expectation('a', 'Success'),
      advisory('b', 'Failed'),
      advisory('c'),
      advisory('d', 'Success'),
    ]);
    expect(verdict).toEqual({
      ...{ passed: 1, failed: 0, total: 1, qualityScore: 100, details: [] },
      warnings: [
        { field: 's.d.p.t.b', message: 'failed at 2026-11-20T10:00:00.000Z (severity warn)' },
        { field: 's.d.p.t.c', message: 'no result (severity warn)' },
      ],
    });
    expect(checkQuality([advisory('a', 'Failed')])).toMatchObject({ total: 0, failed: 0, qualityScore: 100 });
  });

  it('names which test is no success, and how', () => {
    const expectations = [
      expectation('a', 'Failed', '3 rows are null'),
      expectation('b', 'Aborted'),
      expectation('c', 'Queued'),
      { ...expectation('d'), severity: 'high' },
      { ref: { id: 'only-an-id' } },
      expectation('f', 'Success'),
    ];
    expect(checkQuality(expectations).details).toEqual([
      { field: 's.d.p.t.a', message: 'failed at 2026-11-20T10:00:00.000Z: 3 rows are null' },
      { field: 's.d.p.t.b', message: 'was aborted at 2026-11-20T10:00:00.000Z' },
      { field: 's.d.p.t.c', message: 'is queued, so it has no outcome yet at 2026-11-20T10:00:00.000Z' },
      { field: 's.d.p.t.d', message: 'no result (severity high)' },
      { field: 'only-an-id', message: 'no result' },
    ]);
  });
});
