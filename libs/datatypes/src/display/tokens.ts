/** Longer displays are not read. */
export const LONGEST_DISPLAY = 10_000;

/** A part of a display; `start` and `end` are its offsets in the text. */
export interface Token {
  readonly kind: 'word' | 'name' | 'literal' | 'mark';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const BLANKS = ' \t\r\n\f\v\u00A0';
const MARKS = '()<>[],:;=';
const QUOTES: Readonly<Record<string, Token['kind']>> = { "'": 'literal', '"': 'name', '`': 'name' };

/**
 * The tokens of a display, each character looked at once: words, quoted names, literals and marks. Undefined for a text that is too long
 * or has a quote that is not closed.
 */
export function tokensOf(text: string): Token[] | undefined {
  if (text.length > LONGEST_DISPLAY) return undefined;
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const sign = text.charAt(at);
    if (BLANKS.includes(sign)) at += 1;
    else {
      const token = tokenAt(text, at, sign);
      if (!token) return undefined;
      tokens.push(token);
      at = token.end;
    }
  }
  return tokens;
}

function tokenAt(text: string, start: number, sign: string): Token | undefined {
  const quote = QUOTES[sign];
  if (quote) return quotedAt(text, start, sign, quote);
  if (MARKS.includes(sign)) return { kind: 'mark', text: sign, start, end: start + 1 };
  let end = start + 1;
  while (end < text.length && isOfWord(text.charAt(end))) end += 1;
  return { kind: 'word', text: text.slice(start, end), start, end };
}

function isOfWord(sign: string): boolean {
  return !BLANKS.includes(sign) && !MARKS.includes(sign) && QUOTES[sign] === undefined;
}

/** A doubled quote and one behind a backslash belong to the text. */
function quotedAt(text: string, start: number, quote: string, kind: Token['kind']): Token | undefined {
  let content = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const next = text.charAt(at + 1);
    if (sign === '\\' || (sign === quote && next === quote)) {
      content += next;
      at += 1;
    } else if (sign === quote) return { kind, text: content, start, end: at + 1 };
    else content += sign;
  }
  return undefined;
}
