import { RE2JS } from 're2js';
import type { Pattern } from './bound-query';

/**
 * Whether a whole token (or keyword value) is what the pattern describes. In time linear in the token, for any pattern; made
 * once, asked often.
 */
export function tokenMatcher(pattern: Pattern): (token: string) => boolean {
  switch (pattern.type) {
    case 'prefix':
      return (token) => token.startsWith(pattern.text);
    case 'wildcard':
      return wildcardMatcher(pattern.parts);
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

type WildcardParts = (Pattern & { type: 'wildcard' })['parts'];

/** Texts with `*` between them are looked for one behind the other: where each comes first leaves most for the next. */
function wildcardMatcher(parts: WildcardParts): (token: string) => boolean {
  if (parts.some((part) => typeof part === 'object' && part.any === 'one'))
    return expressionMatcher(parts.map(wildcardPart).join(''));
  const [first = '', ...others] = textsBetween(parts);
  const last = others.pop();
  if (last === undefined) return (token) => token === first;
  return (token) => {
    if (!token.startsWith(first)) return false;
    let at = first.length;
    for (const text of others) {
      const found = token.indexOf(text, at);
      if (found < 0) return false;
      at = found + text.length;
    }
    return token.length - last.length >= at && token.endsWith(last);
  };
}

function textsBetween(parts: WildcardParts): string[] {
  const texts: string[] = [];
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      texts.push(text);
      text = '';
    }
  }
  return [...texts, text];
}

function wildcardPart(part: string | { readonly any: 'one' | 'many' }): string {
  if (typeof part === 'string') return RE2JS.quote(part);
  return part.any === 'one' ? '.' : '.*';
}

function fuzzyMatcher({ text, edits, prefixLength }: Pattern & { type: 'fuzzy' }): (token: string) => boolean {
  const letters = Array.from(text);
  const prefix = letters.slice(0, prefixLength).join('');
  // Units are as many as letters, or up to twice as many.
  const [shortest, longest] = [letters.length - edits, 2 * (letters.length + edits)];
  return (token) =>
    token.length >= shortest &&
    token.length <= longest &&
    token.startsWith(prefix) &&
    isWithinEdits(letters, Array.from(token), edits);
}

/**
 * Whether optimal string alignment makes one of the other in so many edits: a swap of neighbours is one. Time grows with the length
 * times the edits: what is further from the diagonal than the edits is never looked at.
 */
export function isWithinEdits(a: readonly string[], b: readonly string[], edits: number): boolean {
  if (Math.abs(a.length - b.length) > edits) return false;
  const far = edits + 1;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  let leastBefore = 0;
  for (let row = 1; row <= a.length; row += 1) {
    const current = new Array<number>(b.length + 1).fill(far);
    if (row <= edits) current[0] = row;
    let least = current[0] as number;
    for (let column = Math.max(1, row - edits); column <= Math.min(b.length, row + edits); column += 1) {
      const value = cell(a, b, row, column, current, last, beforeLast);
      current[column] = value;
      least = Math.min(least, value);
    }
    if (least > edits && leastBefore > edits) return false;
    [beforeLast, last, leastBefore] = [last, current, least];
  }
  return (last[b.length] as number) <= edits;
}

function cell(
  a: readonly string[],
  b: readonly string[],
  row: number,
  column: number,
  current: readonly number[],
  last: readonly number[],
  beforeLast: readonly number[],
): number {
  const replaced = (last[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1);
  const value = Math.min(replaced, (last[column] as number) + 1, (current[column - 1] as number) + 1);
  const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
  return isSwap ? Math.min(value, (beforeLast[column - 2] as number) + 1) : value;
}
