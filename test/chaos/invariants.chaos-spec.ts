import { findBroken, type Broken, type ShownResult } from '../support/chaos/invariants';
import type { ResultStep } from '../support/chaos/run-journal';

const SENT = 1_000;
const accepted = [{ resultId: 'a', contractId: 'c', sentAt: SENT }];
const steps = (...statuses: (string | null)[]): ResultStep[] =>
  statuses.map((is, i) => ({ id: 'a', contract: '1', was: statuses[i - 1] ?? null, is, at: SENT + i }));
const shown = (...statuses: string[]): ShownResult[] =>
  statuses.map((contractExecutionStatus) => ({ id: 'a', timestamp: 1, contractExecutionStatus }));
const kinds = (broken: Broken): string[] =>
  Object.entries(broken)
    .filter(([, sentences]) => (sentences as string[]).length > 0)
    .map(([kind]) => kind);

const GOOD = steps('Queued', 'Running', 'Success');
const CLAIMS = [{ id: 'a', at: SENT + 1 }];

// A checker that finds nothing wrong proves something only if it would find it.
describe('the checker of the chaos suite', () => {
  it.each<[string, string[], ResultStep[], ShownResult[]]>([
    ['a run in order', [], GOOD, shown('Success')],
    ['a run that is tried again', [], steps('Queued', 'Running', 'Aborted'), shown('Aborted')],
    ['a run that never ends', ['lost'], steps('Queued', 'Running'), shown('Running')],
    ['a run that was never stored', ['lost'], [], []],
    ['a result that is deleted', ['lost'], steps('Queued', 'Running', 'Success', null), []],
    ['a result that the API does not show', ['lost'], GOOD, []],
    ['a result that the API shows as something else', ['lost'], GOOD, shown('Failed')],
    ['a second verdict', ['doubled'], steps('Queued', 'Running', 'Success', 'Failed'), shown('Failed')],
    ['a result that is shown twice', ['doubled'], GOOD, shown('Success', 'Success')],
    ['a run that is queued again', ['backward'], steps('Queued', 'Running', 'Queued', 'Success'), shown('Success')],
    ['a verdict that is taken back', ['backward'], steps('Queued', 'Success', 'Running', 'Success'), shown('Success')],
  ])('judges %s as %j', (_, expected, course, seen) => {
    expect(kinds(findBroken(accepted, course, seen, CLAIMS))).toEqual(expected);
  });

  it('finds a request that is answered by a run which started before it', () => {
    const later = [{ ...accepted[0]!, sentAt: SENT + 5 }];
    expect(kinds(findBroken(later, GOOD, shown('Success'), CLAIMS))).toEqual(['stale']);
  });

  it('finds two runs of one contract that wait, or run, at once', () => {
    const other = GOOD.map((step) => ({ ...step, id: 'b' }));
    const results = [...shown('Success'), { ...shown('Success')[0]!, id: 'b' }];
    const overlapping = [GOOD[0]!, other[0]!, ...GOOD.slice(1), ...other.slice(1)];
    expect(kinds(findBroken(accepted, overlapping, results, CLAIMS))).toEqual(['crowded']);
    expect(kinds(findBroken(accepted, [...GOOD, ...other], results, CLAIMS))).toEqual([]);
    const elsewhere = overlapping.map((step) => (step.id === 'b' ? { ...step, contract: '2' } : step));
    expect(kinds(findBroken(accepted, elsewhere, results, CLAIMS))).toEqual([]);
  });
});
