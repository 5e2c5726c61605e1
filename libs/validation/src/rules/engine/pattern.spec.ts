import { PATTERN_LENGTH, compilePattern } from './pattern';

/**
 * Patterns that take a backtracking engine exponential or high polynomial time in the length of the text, and a text
 * for each.
 */
const ATTACKS: readonly [pattern: string, text: (length: number) => string, matches: boolean][] = [
  ['(a+)+$', (length) => `${'a'.repeat(length)}!`, false],
  ['^(a|a)*$', (length) => `${'a'.repeat(length)}!`, false],
  ['^(a|aa)+$', (length) => `${'a'.repeat(length)}!`, false],
  ['^([a-zA-Z]+)*$', (length) => `${'a'.repeat(length)}1`, false],
  ['(.*,){12}x', (length) => ','.repeat(length), false],
  ['^(\\w+\\s?)*$', (length) => `${'word '.repeat(length / 5)}!`, false],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', (length) => 'a'.repeat(length), false],
  ['\\s+$', (length) => `${' '.repeat(length)}x`, false],
  ['a*a*a*a*a*b', (length) => 'a'.repeat(length), false],
  ['^(.+)+@(.+)+$', (length) => 'a@'.repeat(length / 2), true],
  ['(x+x+)+y', (length) => 'x'.repeat(length), false],
  ['^(?:a?){30}a{30}$', () => 'a'.repeat(30), true],
];

describe('compilePattern', () => {
  // With backtracking the first of these alone would practically never end: termination is the test.
  it.each(ATTACKS)('matches %s in time linear in the text', (pattern, text, matches) => {
    const compiled = compilePattern(pattern);
    expect(compiled.ok && compiled.matcher.test(text(20_000))).toBe(matches);
  });

  it.each([
    ['(a)\\1', 'back-reference'],
    ['(?=a)b', 'look-ahead'],
    ['(?!a)b', 'negative look-ahead'],
    ['(?<=a)b', 'look-behind'],
    ['a{2000}', 'more repetitions than 1000'],
    ['((a{100}){100}){100}', 'repetitions that multiply'],
    ['(', 'no pattern'],
    ['[z-a]', 'an empty range'],
  ])('refuses %s: %s', (pattern) => {
    expect(compilePattern(pattern)).toEqual({
      ok: false,
      message: expect.stringMatching(/^the pattern of matchesRegex cannot be used: ./),
    });
  });

  it('takes a pattern of the longest length, and no longer one', () => {
    expect(compilePattern('a'.repeat(PATTERN_LENGTH)).ok).toBe(true);
    expect(compilePattern('a'.repeat(PATTERN_LENGTH + 1))).toEqual({
      ok: false,
      message: 'the pattern of matchesRegex is longer than 1000 characters',
    });
  });

  it.each([[undefined], [null], [5], [['a']], [{}]])('takes no %j', (pattern) => {
    expect(compilePattern(pattern)).toEqual({ ok: false, message: 'the pattern of matchesRegex must be a text' });
  });

  it('names a pattern by what is wrong with it, in 200 characters', () => {
    const why = 'error parsing regexp: missing closing ): `('.padEnd(200, 'a');
    expect(compilePattern(`(${'a'.repeat(500)}`)).toEqual({
      ok: false,
      message: `the pattern of matchesRegex cannot be used: ${why}`,
    });
  });

  it('compiles a pattern once, and forgets all where there are 200 others', () => {
    const before = compilePattern('first');
    expect(compilePattern('first')).toBe(before);
    for (let others = 0; others < 300 && compilePattern('first') === before; others += 1)
      compilePattern(`another-${others}`);
    // Two entries remain: the first one, compiled anew, and the one that exceeded the limit.
    const first = compilePattern('first');
    expect(first).not.toBe(before);
    expect(first).toEqual(before);
    for (let kept = 2; kept < 200; kept += 1) compilePattern(`one-more-${kept}`);
    expect(compilePattern('first')).toBe(first);
    compilePattern('too-much');
    expect(compilePattern('first')).not.toBe(first);
  });
});
