import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, sourceFiles } from '../source-files';

/** Anything but brackets, or whole brackets, two levels deep. */
const LEVEL = String.raw`(?:[^()\x60]|\((?:[^()\x60]|\([^()\x60]*\))*\))*?`;

/**
 * `select node::text … order by node`: in PostgreSQL the column of the answer comes before that of the table, so that numbers are
 * ordered as texts: 10 before 9. Pages that go on behind the last number then leave out some, and an index serves no such order.
 */
const BY_ITS_TEXT = new RegExp(
  String.raw`\bselect\b${LEVEL}\b(\w+)::text\b(?! as (?!\1\b))${LEVEL}\border by (?:[^()\x60;]*?[\s,])?\1\b`,
  'i',
);

describe('the order of a statement', () => {
  it.each([
    ['select node::text from t order by node', true],
    ['select t.node::text as node, name from t where node = any($1::bigint[]) order by name, node desc', true],
    ['select t.node::text from t order by t.node', false],
    ['select node::text as number from t order by node', false],
    ['select a from (select node from t order by node limit 1) x', false],
  ])('is seen: %s', (text, isByText) => expect(BY_ITS_TEXT.test(text)).toBe(isByText));

  it('is never that of a number as text', () => {
    const found = sourceFiles().filter(
      (file) => !file.startsWith('test') && BY_ITS_TEXT.test(readFileSync(join(PROJECT, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
