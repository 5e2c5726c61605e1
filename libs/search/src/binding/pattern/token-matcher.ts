import { RE2JS } from 're2js';
import type { Pattern } from '../../query/bound-query';
import { isWithinEdits } from './edit-distance';

/**
 * Whether a whole token (or keyword value) is what the pattern describes. In time linear in the token, for any pattern; made
 * once, asked often.
 */
export function tokenMatcher(pattern: Pattern): (token: string) => boolean {
  switch (pattern.type) {
    case 'prefix':
      return (token) => token.startsWith(pattern.text);
    case 'wildcard':
      return expressionMatcher(pattern.parts.map(wildcardPart).join(''));
    case 'regexp':
      return expressionMatcher(pattern.expression);
    case 'fuzzy':
      return fuzzyMatcher(pattern);
  }
}

function expressionMatcher(expression: string): (token: string) => boolean {
  const compiled = RE2JS.compile(expression, RE2JS.DOTALL);
  return (token) => compiled.matches(token);
}

function wildcardPart(part: string | { readonly any: 'one' | 'many' }): string {
  if (typeof part === 'string') return RE2JS.quote(part);
  return part.any === 'one' ? '.' : '.*';
}

function fuzzyMatcher({ text, edits, prefixLength }: Pattern & { type: 'fuzzy' }): (token: string) => boolean {
  const letters = Array.from(text);
  const prefix = letters.slice(0, prefixLength).join('');
  return (token) => token.startsWith(prefix) && isWithinEdits(letters, Array.from(token), edits);
}
