import type { Pattern } from '../../../libs/search/src/query/bound-query';

/** By JavaScript's own expressions, and an edit distance that is written as it is defined. */
export function matchesPattern(pattern: Pattern, text: string): boolean {
  switch (pattern.type) {
    case 'prefix':
      return text.startsWith(pattern.text);
    case 'wildcard': {
      const parts = pattern.parts.map((part) =>
        typeof part === 'string' ? part.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&') : part.any === 'one' ? '.' : '.*',
      );
      return new RegExp(`^${parts.join('')}$`, 'su').test(text);
    }
    case 'regexp':
      return new RegExp(`^(?:${pattern.expression})$`, 's').test(text);
    case 'fuzzy': {
      const [a, b] = [Array.from(pattern.text), Array.from(text)];
      const begin = pattern.prefixLength;
      return a.slice(0, begin).join('') === b.slice(0, begin).join('') && distance(a, b) <= pattern.edits;
    }
  }
}

function distance(a: readonly string[], b: readonly string[]): number {
  const known = new Map<string, number>();
  const between = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    const least = Math.min(
      between(i - 1, j) + 1,
      between(i, j - 1) + 1,
      between(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      swapped ? between(i - 2, j - 2) + 1 : Infinity,
    );
    known.set(key, least);
    return least;
  };
  return between(a.length, b.length);
}
