import { starParts } from './query-parts';
import { tokenMatcher } from './token-matcher';
import type { SearchDocument } from '../document/search-document';

/**
 * These paths of a document: a path shows all below it, `*` stands for any number of characters in it, and in arrays each
 * element is treated alike. Parts that no path matches are omitted, without an error.
 */
export function shownSource(document: Partial<SearchDocument>, paths: readonly string[]): Partial<SearchDocument> {
  const patterns = paths.map(patternOf);
  return (shownOf(document, '', patterns) ?? {}) as Partial<SearchDocument>;
}

interface PathPattern {
  /** Whether a path is shown with all below it. */
  readonly isWhole: (path: string) => boolean;
  /** Whether something below a path may be shown. */
  readonly isTowards: (path: string) => boolean;
}

function patternOf(path: string): PathPattern {
  if (!path.includes('*'))
    return { isWhole: (tested) => tested === path, isTowards: (tested) => path.startsWith(`${tested}.`) };
  return { isWhole: tokenMatcher({ type: 'wildcard', parts: starParts(path) }), isTowards: () => true };
}

function shownOf(value: unknown, path: string, patterns: readonly PathPattern[]): unknown {
  if (path !== '' && patterns.some(({ isWhole }) => isWhole(path))) return value;
  const onTheWay = path === '' || patterns.some(({ isTowards }) => isTowards(path));
  if (!onTheWay || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const elements = value
      .map((element) => shownOf(element, path, patterns))
      .filter((element) => element !== undefined);
    return elements.length ? elements : undefined;
  }
  const members = Object.entries(value).flatMap(([name, member]) => {
    const kept = shownOf(member, path === '' ? name : `${path}.${name}`, patterns);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return members.length ? Object.fromEntries(members) : undefined;
}
