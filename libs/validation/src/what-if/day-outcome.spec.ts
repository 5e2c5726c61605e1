import fc from 'fast-check';
import { dayOutcome, type DayVerdict, type PromiseChange, type PromiseState } from './day-outcome';
import type { ComparedPromise } from './promise-text';

const promise = (path: string, unit: string, text = ''): ComparedPromise => ({
  promise: { kind: 'terms', path } as ComparedPromise['promise'],
  text,
  units: [unit],
});
const A = promise('schema.a.NOT_NULL', 'schema.a');
const B = promise('schema.b.NOT_NULL', 'schema.b');
const changed = (one: ComparedPromise, units = one.units): PromiseChange => ({
  ...{ after: [A, B], changed: [one], units: new Set(units), isNew: false },
});
const PASSED: DayVerdict = { isMet: true, failed: [] };
const failedIn = (...failed: string[]): DayVerdict => ({ isMet: false, failed });
const all = (states: Readonly<Record<string, PromiseState>>) => (one: ComparedPromise) =>
  states[one.promise.path.slice(7, 8)] ?? 'held';

describe('the outcome of a day under a changed contract', () => {
  it.each<[string, PromiseChange, DayVerdict | undefined, Readonly<Record<string, PromiseState>>, object]>([
    ['it passed, and what is added is met', changed(A), PASSED, {}, { outcome: 'same' }],
    ['it passed, and no verdict counts what is added', changed(A), PASSED, { a: 'ignored' }, { outcome: 'same' }],
    [
      'it passed, and what is added is broken',
      changed(A),
      PASSED,
      { a: 'broken' },
      { outcome: 'wouldFail', promises: ['schema.a.NOT_NULL'] },
    ],
    [
      'it passed, and nothing is known',
      changed(A),
      PASSED,
      { a: 'noEvidence' },
      { outcome: 'unknown', reason: 'noEvidence' },
    ],
    ['it passed, what stays is not asked', changed(A), PASSED, { b: 'broken' }, { outcome: 'same' }],
    ['it failed by what stays', changed(A), failedIn('schema.b'), {}, { outcome: 'same' }],
    ['it failed by what is loosened', changed(A), failedIn('schema.a'), {}, { outcome: 'wouldHold' }],
    ['it failed by both', changed(A), failedIn('schema.a', 'schema.b'), {}, { outcome: 'same' }],
    ['it failed, and still does', changed(A), failedIn('schema.a'), { a: 'broken' }, { outcome: 'same' }],
    [
      'it failed by what is hidden',
      changed(A),
      failedIn('schema.a'),
      { a: 'hidden' },
      { outcome: 'unknown', reason: 'hidden' },
    ],
    [
      'it failed, and the result does not say by what',
      changed(A),
      failedIn(),
      {},
      { outcome: 'unknown', reason: 'notRecorded' },
    ],
    [
      'a column failed that may be one too many',
      changed(A, ['schema.a', 'schemaPolicy']),
      failedIn('schema.a'),
      {},
      { outcome: 'unknown', reason: 'notRecorded' },
    ],
    ['there was no verdict', changed(A), undefined, { a: 'broken' }, { outcome: 'unknown', reason: 'noResult' }],
  ])('where %s', (_, change, verdict, states, expected) => {
    expect(dayOutcome(change, verdict, all(states))).toEqual(expected);
  });

  it.each<[string, Readonly<Record<string, PromiseState>>, object]>([
    ['all is met', {}, { outcome: 'wouldHold' }],
    [
      'one is broken, others unknown',
      { a: 'noEvidence', b: 'broken' },
      { outcome: 'wouldFail', promises: ['schema.b.NOT_NULL'] },
    ],
    ['one is unknown', { b: 'assetChanged' }, { outcome: 'unknown', reason: 'assetChanged' }],
  ])('of a new contract where %s', (_, states, expected) => {
    const change = { after: [A, B], changed: [A, B], units: new Set<string>(), isNew: true };
    expect(dayOutcome(change, undefined, all(states))).toEqual(expected);
  });

  it('never depends on what is hidden', () => {
    const state = fc.constantFrom<PromiseState>('held', 'broken', 'ignored', 'noEvidence');
    const verdicts = fc.constantFrom(PASSED, failedIn('schema.a'), failedIn('schema.b'), undefined);
    fc.assert(
      fc.property(verdicts, state, (verdict, other) => {
        const outcome = dayOutcome(changed(A), verdict, all({ a: 'hidden', b: other }));
        // What is hidden decides nothing: it is unknown, or decided by what is not hidden.
        const isDecided = outcome.outcome === 'same' && verdict?.failed.includes('schema.b');
        return outcome.outcome === 'unknown' || isDecided === true;
      }),
    );
  });
});
