import { lex } from '../../../libs/search/src/input/language/lexer';
import { QueryError } from '../../../libs/search/src/input/language/query-error';
import type { Token } from '../../../libs/search/src/input/language/token';

/**
 * Where the language differs from Lucene's on purpose: what Lucene reads and we refuse, by our reason. (What else differs, the
 * slashes and addresses, is said to Lucene in its own way: see `forLucene`.)
 */
export const STATED_REFUSALS: readonly { readonly reason: RegExp; readonly because: string }[] = [
  { reason: /^a wildcard needs at least two/, because: 'a wildcard of fewer letters stands for nearly every token' },
  { reason: /^a wildcard or regular expression takes no ~/, because: 'Lucene drops that ~ without a word' },
  { reason: /^behind ~ stands how many/, because: 'Lucene takes ~3 and more for 2, and drops what is no number' },
  {
    reason: /^behind a phrase ~ takes an integer/,
    because: 'Lucene takes what is no number for 0, and cuts fractions',
  },
  { reason: /^a regular expression needs a second \//, because: 'regular expressions end where their term ends' },
  { reason: /^no value stands behind [<>]/, because: 'a comparison with nothing is a slip' },
  { reason: /^\\u takes four hexadecimal digits/, because: 'Lucene does not look at escapes in wildcards' },
  { reason: /^a boost is at most/, because: 'limit' },
  { reason: /^more than \d+ /, because: 'limit' },
];

/** How an answer of ours is related to Lucene's. */
export type Relation = 'same' | 'stated' | 'slash' | 'other';

/**
 * @param ours the tree, or `! reason`
 * @param theirs Lucene's answer for what `forLucene` makes of the text
 */
export function relationOf(text: string, ours: string, theirs: string): Relation {
  if (ours === theirs || (ours.startsWith('!') && theirs.startsWith('!'))) return 'same';
  if (!ours.startsWith('!')) return 'other';
  if (STATED_REFUSALS.some(({ reason }) => reason.test(ours.slice(2)))) return 'stated';
  // Between two slashes of different words Lucene swallows what we look at, and so refuse (an open quote, say); and what we
  // hold for an address it can take for the name of a field.
  return text.includes('/') ? 'slash' : 'other';
}

/** The text with what begins a regular expression for Lucene alone, and addresses, escaped as Lucene needs it. */
export function forLucene(source: string): string {
  const tokens = lexed(source);
  const changes = tokens.flatMap((token, index) => {
    const raw = source.slice(token.at, endOf(source, tokens[index + 1]?.at ?? source.length));
    const said = withoutSlashes(token, raw);
    return said === raw ? [] : [{ at: token.at, raw, said }];
  });
  return changes.reduceRight(
    (text, { at, raw, said }) => text.slice(0, at) + said + text.slice(at + raw.length),
    source,
  );
}

function lexed(source: string): Token[] {
  try {
    return lex(source);
  } catch (error) {
    if (error instanceof QueryError) return [];
    throw error;
  }
}

/** Where the token before `next` ends: blanks between them, unless escaped, are no part of it. */
function endOf(source: string, next: number): number {
  let end = next;
  while (/[ \t\n\r\u3000]/.test(source[end - 1] ?? '') && !/(?:^|[^\\])(?:\\\\)*\\$/.test(source.slice(0, end - 1)))
    end -= 1;
  return end;
}

function withoutSlashes(token: Token, raw: string): string {
  if (token.kind === 'word' && token.text === raw && raw.includes('://')) return raw.replace(/[^A-Za-z0-9]/g, '\\$&');
  if (token.kind !== 'word' && token.kind !== 'prefix' && token.kind !== 'wildcard') return raw;
  return raw.replace(/\\[^]|\//g, (unit) => (unit === '/' ? '\\/' : unit));
}
