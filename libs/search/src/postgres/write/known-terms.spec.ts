import type { Transaction } from '@app/database';
import type { DictionaryTerm } from '../row/text-parts';
import { KnownTerms } from './known-terms';

const term = (text: string, whole = false): DictionaryTerm => ({ field: 'n', term: text, whole });
const transaction = (): Transaction => ({}) as Transaction;

describe('KnownTerms', () => {
  let known: KnownTerms;

  beforeEach(() => {
    known = new KnownTerms(3);
  });

  const unknown = (...texts: string[]): string[] =>
    known.unknown([texts.map((text) => term(text))]).map((each) => each.term);

  it('gives each term once, a part and a whole apart', () => {
    expect(
      known.unknown([
        [term('a'), term('a')],
        [term('a', true), term('a')],
      ]),
    ).toEqual([term('a'), term('a', true)]);
  });

  it('knows those that were in the dictionary before', () => {
    known.sent(transaction(), [term('a'), term('b')], [term('b')]);
    expect(unknown('a', 'b')).toEqual(['b']);
  });

  it('does not rely on what a transaction added itself, however often it sends it', () => {
    const own = transaction();
    known.sent(own, [term('a')], [term('a')]);
    known.sent(own, [term('a')], []);
    expect(unknown('a')).toEqual(['a']);
    known.sent(transaction(), [term('a')], []);
    expect(unknown('a')).toEqual([]);
  });

  it('knows a long list of which it has met all, for good, and no other one', () => {
    known = new KnownTerms(40);
    const letters = (from: number): DictionaryTerm[] =>
      Array.from({ length: 20 }, (_, at) => term(String.fromCharCode(from + at)));
    const [met, half] = [letters(97), letters(107)];
    known.sent(transaction(), met, []);
    expect([known.unknown([met, half]), known.unknown([half, met])]).toEqual([half.slice(10), half.slice(10)]);
    known.sent(transaction(), [...letters(300), ...letters(400), ...letters(500), ...letters(600)], []);
    expect(known.unknown([met, half])).toEqual(half);
  });

  it('forgets what was not asked for in a long time', () => {
    const add = (...texts: string[]): void =>
      known.sent(
        transaction(),
        texts.map((text) => term(text)),
        [],
      );
    add('a', 'b', 'c');
    add('d', 'e');
    expect(unknown('a')).toEqual([]);
    add('f', 'g');
    expect(unknown('a', 'b', 'd', 'g')).toEqual(['b']);
  });
});
