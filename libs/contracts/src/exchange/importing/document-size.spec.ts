import type { AppError } from '@app/common';
import { MOST_RULES, MOST_VALUES, requireFewParts, requireModest } from './document-size';

const messageOf = (work: () => void): string => {
  try {
    work();
    return '';
  } catch (error) {
    return (error as AppError).message;
  }
};
const items = <Item>(length: number, of: (at: number) => Item): Item[] => Array.from({ length }, (_, at) => of(at));

describe('the size of a document', () => {
  it.each([
    ['a document of many values', { a: items(MOST_VALUES, () => 1) }, `has too many values; at most ${MOST_VALUES}`],
    ['a long text', { a: 'x'.repeat(4 * 1024 * 1024) }, 'has too many bytes as JSON; at most 4194304'],
  ])('refuses %s', (_what, document, message) => {
    expect(messageOf(() => requireModest(document))).toContain(message);
    // What it was laid over was as large.
    expect(messageOf(() => requireModest(document, document))).toBe('');
    expect(messageOf(() => requireModest({ ...document, more: 1 }, document))).toContain(message);
  });

  it('takes what is below both limits', () => {
    expect(messageOf(() => requireModest({ a: items(MOST_VALUES - 2, () => 1) }))).toBe('');
  });

  it('refuses more columns and rules than a contract has, wherever they stand', () => {
    const nested = { name: 'a', items: { properties: items(9_000, (at) => ({ name: `n${at}` })) } };
    const wide = { properties: [nested, ...items(1_000, (at) => ({ name: `c${at}` }))] };
    expect(messageOf(() => requireFewParts(wide, 'schema[1]'))).toContain(
      'schema[1].properties: has 10001 of them in all depths together; at most 10000',
    );
    const rules = { quality: items(MOST_RULES, () => ({})), properties: [{ name: 'a', quality: [{}] }] };
    expect(messageOf(() => requireFewParts(rules, 'schema[0]'))).toContain(`schema[0].quality: has ${MOST_RULES + 1}`);
    expect(messageOf(() => requireFewParts({ ...rules, properties: [] }, 'schema[0]'))).toBe('');
  });
});
