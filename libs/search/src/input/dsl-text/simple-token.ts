/** Brackets that are open at once; deeper ones are read as if they were not there. */
const MOST_OPEN = 20;

export type SimpleToken =
  | { readonly kind: 'operator'; readonly operator: 'or' | 'and' }
  | { readonly kind: 'not' }
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'phrase'; readonly text: string; readonly slop: number }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: 0 | 1 | 2 };

const SIGNS: Readonly<Record<string, SimpleToken>> = {
  '+': { kind: 'operator', operator: 'and' },
  '|': { kind: 'operator', operator: 'or' },
  '-': { kind: 'not' },
  '(': { kind: 'open' },
  ')': { kind: 'close' },
};

/** A phrase with its slop, an operator character, or a word with backslash escapes resolved. */
const TOKEN = /"((?:[^"\\]|\\[^])*)(?:"(?:~(\d{1,3}))?|$)|([+|\-()])|((?:[^\s"+|()\\]|\\[^]|\\$)+)/gu;

const unescaped = (text: string): string => text.replace(/\\([^])/gu, '$1');

function wordToken(word: string): SimpleToken {
  const [, fuzzy, edits] = /^((?:[^\\]|\\[^])+)~(\d{0,2})$/u.exec(word) ?? [];
  if (fuzzy !== undefined && fuzzy !== '') {
    return { kind: 'fuzzy', text: unescaped(fuzzy), edits: Math.min(2, Number(edits || 2)) as 0 | 1 | 2 };
  }
  const [, prefix] = /^((?:[^\\]|\\[^])+)\*$/u.exec(word) ?? [];
  return prefix === undefined ? { kind: 'word', text: unescaped(word) } : { kind: 'prefix', text: unescaped(prefix) };
}

/** The tokens of a text of the simple language, in linear time. */
export function* simpleTokens(text: string): Generator<SimpleToken> {
  let open = 0;
  for (const [, phrase, slop, sign, word] of text.matchAll(TOKEN)) {
    if (phrase !== undefined) yield { kind: 'phrase', text: unescaped(phrase), slop: Number(slop ?? 0) };
    else if (word !== undefined) yield wordToken(word);
    else if (sign === '(' && ++open > MOST_OPEN) continue;
    else if (sign !== undefined) yield SIGNS[sign] as SimpleToken;
  }
}
