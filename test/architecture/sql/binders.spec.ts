import { textOf } from '../ceilings';
import { sourceFiles } from '../source-files';

/** Where values of statements are numbered: of all statements by hand, and of searches, whose values are shared and typed. */
const HOMES = [
  'libs/database/src/lists/bound-values.ts',
  'libs/search/src/postgres/compile/parameters.ts',
  'libs/search/src/postgres/statement-shapes.ts',
];
/** A function of its own that binds a value and gives its placeholder. */
const OWN_BINDER = /\$\$\{[\w.]+\.push\(/;
/** A comparison of rows by a sign that follows from the direction. */
const COMPARISON = /\) \$\{[^}]+\} \(/;
/** Where cursors are compared: of lists, and of hot paths with statements of their own (ADR 198). */
const COMPARE = [
  'libs/catalog/src/read/query/question-sql.ts',
  'libs/database/src/lists/keyset-order.ts',
  'libs/quality/src/series/series.repository.ts',
];

const sources = sourceFiles().filter((file) => /^(libs|apps)\/(?!console).*(?<!spec)\.ts$/.test(file));
const filesWith = (pattern: RegExp): string[] => sources.filter((file) => pattern.test(textOf(file))).sort();

describe('values and cursors of statements', () => {
  it.each([
    [OWN_BINDER, 'const bind = (value: unknown): string => `$${values.push(value)}`;', true],
    [OWN_BINDER, '`$${this.all.values.push(value)}`', true],
    [OWN_BINDER, 'filter.bind(value)', false],
    [COMPARISON, '`(p.at, n.id) ${sign} (${bind(at)}::bigint, ${bind(id)}::uuid)`', true],
    [COMPARISON, "`(r.at, r.${tie}) ${isBackward ? '>' : '<'} ($1, $2)`", true],
    [COMPARISON, '`(p.at, n.id) in (${rows})`', false],
  ])('%s finds %s: %p', (pattern, text, isFound) => expect(pattern.test(text)).toBe(isFound));

  it('are numbered by BoundValues and Conditions', () => {
    expect(sources).toEqual(expect.arrayContaining(HOMES));
    expect(filesWith(OWN_BINDER)).toEqual(HOMES);
  });

  it('are compared by KeysetOrder', () => expect(filesWith(COMPARISON)).toEqual(COMPARE));
});
