import { badRequest } from '@app/common';
import type { Pattern } from '../../query/bound-query';

/** What has a meaning in PostgreSQL's expressions. */
const SPECIAL = /[\\^$.|?*+()[\]{}]/g;
/** PostgreSQL's limit of a repetition. */
const MOST_REPEATS = 255;

export function literal(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}

/** What "any letter" leaves out: the end of a line, in a text of tokens line by line; nothing, in a value. */
export type Leaving = 'lines' | 'nothing';

/**
 * A wildcard or a regular expression as one of PostgreSQL's, without anchors. Both are run by automata, in linear time.
 *
 * @throws {AppError} BAD_REQUEST where the expression is none
 */
export function expressionOf(
  pattern: Extract<Pattern, { type: 'prefix' | 'wildcard' | 'regexp' }>,
  leaving: Leaving,
): string {
  const any = leaving === 'lines' ? '[^\\n]' : '.';
  switch (pattern.type) {
    case 'prefix':
      return `${literal(pattern.text)}${any}*`;
    case 'wildcard':
      return pattern.parts
        .map((part) => (typeof part === 'string' ? literal(part) : part.any === 'one' ? any : `${any}*`))
        .join('');
    case 'regexp':
      return translate(pattern.expression, leaving, any);
  }
}

/**
 * Lucene's core: `. * + ? | ( ) [ ] { }`, where `\x` is the letter x. All else is a letter.
 *
 * @throws {AppError} BAD_REQUEST where a bracket does not close or a repetition exceeds 255
 */
function translate(expression: string, leaving: Leaving, any: string): string {
  const letters = Array.from(expression);
  const out: string[] = [];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] as string;
    if (letter === '\\') out.push(literal(letters[++at] ?? '\\'));
    else if (letter === '.') out.push(any);
    else if (letter === '(') out.push('(?:');
    else if (letter === '[') {
      const end = classEnd(letters, at);
      out.push(characterClass(letters.slice(at + 1, end), leaving));
      at = end;
    } else if (letter === '{') {
      const end = letters.indexOf('}', at);
      out.push(repetition(letters.slice(at + 1, end < 0 ? undefined : end).join('')));
      at = end < 0 ? letters.length : end;
    } else out.push(')*+?|'.includes(letter) ? letter : literal(letter));
  }
  return out.join('');
}

function classEnd(letters: readonly string[], from: number): number {
  for (let at = from + 1; at < letters.length; at++) {
    if (letters[at] === '\\') at++;
    else if (letters[at] === ']' && at > from + 1) return at;
  }
  throw badRequest('A bracket of the regular expression does not close');
}

function characterClass(inner: readonly string[], leaving: Leaving): string {
  const negated = inner[0] === '^';
  const out: string[] = [];
  for (let at = negated ? 1 : 0; at < inner.length; at++) {
    const letter = inner[at] as string;
    if (letter === '\\') out.push(`\\${codePoint(inner[++at] ?? '\\')}`);
    else out.push(letter === '-' ? letter : `\\${codePoint(letter)}`);
  }
  return `[${negated ? (leaving === 'lines' ? '^\\n' : '^') : ''}${out.join('')}]`;
}

/** An escape that no letter can be mistaken in: within a bracket `:` and `=` have meanings too. */
function codePoint(letter: string): string {
  return `U${(letter.codePointAt(0) as number).toString(16).padStart(8, '0')}`;
}

function repetition(bounds: string): string {
  const [, least, comma, most] = /^(\d+)(,?)(\d*)$/.exec(bounds) ?? [];
  if (least === undefined)
    throw badRequest(`{${bounds}} of the regular expression is no repetition: {2}, {2,} or {2,5}`);
  if (Math.max(Number(least), Number(most)) > MOST_REPEATS)
    throw badRequest(`{${bounds}} of the regular expression repeats more than ${MOST_REPEATS} times`);
  return `{${least}${comma}${most}}`;
}

/** A LIKE pattern that every text with a token like this matches: what a trigram index can answer. */
export function likeWithin({ parts }: Extract<Pattern, { type: 'wildcard' }>): string {
  const texts = parts.map((part) =>
    typeof part === 'string' ? part.replace(/[\\%_]/g, '\\$&') : part.any === 'one' ? '_' : '%',
  );
  return `%${texts.join('')}%`;
}
