import type { BoundQuery } from '../../query/bound-query';
import { withoutImplied } from './implied';

const word = (field: string, token: string): BoundQuery => ({ kind: 'term', field, token, boost: 1 });
const phrase = (field: string, words: string[], more: object = {}): BoundQuery => ({
  ...{ kind: 'phrase', field, slop: 0, prefix: false, boost: 1 },
  tokens: words,
  ...more,
});

describe('withoutImplied', () => {
  it.each<[string, BoundQuery[], number[]]>([
    ['a word beside its stem in the same text', [word('name', 'orders'), word('name.stem', 'order')], [1]],
    ['a word beside another stem', [word('name', 'orders'), word('name.stem', 'ordering')], [0, 1]],
    ['a word beside its stem in another text', [word('name', 'orders'), word('displayName.stem', 'order')], [0, 1]],
    ['a text with one form only', [word('fullyQualifiedName', 'orders'), word('description', 'order')], [0, 1]],
    [
      'a phrase beside its stems',
      [phrase('columns.name', ['daily', 'orders']), phrase('columns.name.stem', ['daili', 'order'])],
      [1],
    ],
    ['a phrase with another slop', [phrase('name', ['a', 'b']), phrase('name.stem', ['a', 'b'], { slop: 1 })], [0, 1]],
    [
      'a phrase that goes on',
      [phrase('name', ['a', 'b'], { prefix: true }), phrase('name.stem', ['a', 'b'], { prefix: true })],
      [0, 1],
    ],
  ])('%s', (_, queries, kept) => {
    expect(withoutImplied(queries)).toEqual(kept.map((at) => queries[at]));
  });
});
