import type { BulkEntry } from '../store/bulk-plan';
import { entrySegments } from './entry-segments';

/** `a` is a result of contract a, `A` one with a producer. */
function segmentsOf(letters: string): string[] {
  const entries = [...letters].map((letter, at) => {
    const producer = letter === letter.toLowerCase() ? undefined : 'dbt';
    return { at, letter, contract: { id: letter.toLowerCase() }, result: { producer } } as unknown as BulkEntry;
  });
  return entrySegments(entries).map((segment) =>
    segment.map((entry) => (entry as unknown as { letter: string }).letter).join(''),
  );
}

describe('segments of a batch', () => {
  it.each([
    ['aabba', ['aabba']],
    ['ABC', ['ABC']],
    ['AA', ['A', 'A']],
    ['aAa', ['a', 'A', 'a']],
    ['AbAbB', ['Abb', 'AB']],
    ['', []],
  ])('%s', (letters, segments) => expect(segmentsOf(letters)).toEqual(segments));
});
