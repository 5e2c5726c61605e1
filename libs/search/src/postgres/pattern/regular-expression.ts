import type { Pattern } from '../../query/bound-query';

/** Characters that have a meaning in PostgreSQL's expressions. */
const SPECIAL = /[\\^$.|?*+()[\]{}]/g;

export function literal(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}

/** The letters that "any letter" leaves out: the end of a line, in a text of tokens line by line; nothing, in a value. */
export type Leaving = 'lines' | 'nothing';

/** A wildcard or a regular expression as one of PostgreSQL's, without anchors. Both are run by automata, in linear time. */
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

/** Lucene's core as `normalRegexp` writes it: `. * + ? | ( ) [ ] { }`, where `\x` is the letter x. All else is a letter. */
function translate(expression: string, leaving: Leaving, any: string): string {
  const letters = Array.from(expression);
  const out: string[] = [];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] as string;
    if (letter === '\\') out.push(literal(letters[++at] ?? ''));
    else if (letter === '.') out.push(any);
    else if (letter === '(') out.push('(?:');
    else if (letter === '[') {
      const end = classEnd(letters, at);
      out.push(characterClass(letters.slice(at + 1, end), leaving));
      at = end;
    } else out.push(')*+?|{}'.includes(letter) ? letter : literal(letter));
  }
  return out.join('');
}

function classEnd(letters: readonly string[], from: number): number {
  let at = from + 1;
  while (at < letters.length && letters[at] !== ']') at += letters[at] === '\\' ? 2 : 1;
  return at;
}

function characterClass(inner: readonly string[], leaving: Leaving): string {
  const negated = inner[0] === '^';
  const out: string[] = [];
  for (let at = negated ? 1 : 0; at < inner.length; at++) {
    const letter = inner[at] as string;
    if (letter === '\\') out.push(`\\${codePoint(inner[++at] as string)}`);
    else out.push(letter === '-' ? letter : `\\${codePoint(letter)}`);
  }
  return `[${negated ? (leaving === 'lines' ? '^\\n' : '^') : ''}${out.join('')}]`;
}

/** An escape that no letter can be mistaken in: within a bracket `:` and `=` have meanings too. */
function codePoint(letter: string): string {
  return `U${(letter.codePointAt(0) as number).toString(16).padStart(8, '0')}`;
}

/** A LIKE pattern that every text with a token like this matches: what a trigram index can answer. */
export function likeWithin({ parts }: Extract<Pattern, { type: 'wildcard' }>): string {
  const texts = parts.map((part) =>
    typeof part === 'string' ? part.replace(/[\\%_]/g, '\\$&') : part.any === 'one' ? '_' : '%',
  );
  return `%${texts.join('')}%`;
}
