import type { Lexicon } from './dialect';

export type TokenKind = 'word' | 'name' | 'text' | 'number' | 'sign' | 'comment';

export interface Token {
  readonly kind: TokenKind;
  /** The text as it stands in the statement. */
  readonly text: string;
  /** The value: of a name without its quotes, of a word in upper case; of others the text. */
  readonly value: string;
  readonly at: number;
}

const WORD_START = /[\p{L}_]/u;
const WORD_PART = /[\p{L}\p{N}\p{M}_$]/u;

/**
 * The tokens of a statement without blanks, comments among them.
 * undefined if texts cannot be separated from the rest: something does not end, or a character is not allowed.
 */
export function tokensOf(sql: string, lexicon: Lexicon): Token[] | undefined {
  const tokens: Token[] = [];
  let at = 0;
  while (at < sql.length) {
    if (/\s/.test(sql[at]!)) {
      at++;
      continue;
    }
    const token = next(sql, at, lexicon);
    if (!token) return undefined;
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

function next(sql: string, at: number, lexicon: Lexicon): Token | undefined {
  const char = sql[at]!;
  const two = sql.slice(at, at + 2);
  if (two === '/*') return made('comment', sql, at, endOfComment(sql, at, lexicon));
  if (beginsLine(sql, at, lexicon)) return made('comment', sql, at, endOfLine(sql, at, lexicon));
  if (lexicon.escapeTexts && /^[eE]'/.test(two)) return made('text', sql, at, endOfQuoted(sql, at + 1, "'", true));
  // Its escapes would have to be undone before anything is compared.
  if (lexicon.escapeTexts && /^[uU]&['"]/.test(sql.slice(at, at + 3))) return undefined;
  if (lexicon.nameQuotes.some((quote) => quote === char)) {
    const token = made('name', sql, at, endOfQuoted(sql, at, char, lexicon.backslashNames));
    return token && named(token, char, lexicon);
  }
  if (lexicon.textQuotes.some((quote) => quote === char))
    return made('text', sql, at, endOfQuoted(sql, at, char, lexicon.backslash));
  if (char === '$' && lexicon.dollarQuotes) return dollarQuoted(sql, at);
  if (/\d/.test(char) || /^\.\d/.test(two))
    return made('number', sql, at, at + /^[\d.]+(?:[eE][+-]?\d+)?/.exec(sql.slice(at))![0].length);
  const first = String.fromCodePoint(sql.codePointAt(at)!);
  if (WORD_START.test(first)) {
    const end = endOfWord(sql, at);
    return { kind: 'word', text: sql.slice(at, end), value: sql.slice(at, end).toUpperCase(), at };
  }
  if (two === ':=') return made('sign', sql, at, at + 2);
  // Another quote than those of this dialect, or a control character: what it means to the source is not known.
  if (char < ' ' || char > '~' || '`"\'\\'.includes(char)) return undefined;
  return made('sign', sql, at, at + 1);
}

/** Reads escapes of the backslash and of quotes alone: by another a name could be one that is refused. */
function named(token: Token, quote: string, { backslashNames }: Lexicon): Token | undefined {
  const inner = token.text.slice(1, -1).replaceAll(quote + quote, quote);
  if (!backslashNames) return { ...token, value: inner };
  const isPlain = !/\\[^\\"'`]/.test(inner.replaceAll('\\\\', ''));
  return isPlain ? { ...token, value: inner.replaceAll(/\\(.)/gs, '$1') } : undefined;
}

function made(kind: TokenKind, sql: string, at: number, end: number | undefined): Token | undefined {
  if (end === undefined) return undefined;
  const text = sql.slice(at, end);
  return { kind, text, value: text, at };
}

function beginsLine(sql: string, at: number, { hashComments, dashesNeedBlank }: Lexicon): boolean {
  if (hashComments && sql[at] === '#') return true;
  if (!sql.startsWith('--', at)) return false;
  const after = sql[at + 2];
  return !dashesNeedBlank || after === undefined || after <= ' ';
}

function endOfLine(sql: string, at: number, { carriageReturnEndsComment }: Lexicon): number | undefined {
  const end = (carriageReturnEndsComment ? /[\n\r]/ : /\n/).exec(sql.slice(at));
  const until = end ? at + end.index : sql.length;
  // Some go on in the next line behind a backslash.
  const isUnknown = carriageReturnEndsComment === undefined && /\r(?!\n|$)|\\\r?\n/.test(sql.slice(at, until + 1));
  return isUnknown ? undefined : until;
}

function endOfComment(sql: string, at: number, { nestedComments }: Lexicon): number | undefined {
  let depth = 0;
  for (let i = at; i < sql.length;) {
    const two = sql.slice(i, i + 2);
    if (two === '/*' && (depth === 0 || nestedComments)) depth++;
    else if (two === '*/') {
      if (--depth === 0) return i + 2;
    } else {
      i++;
      continue;
    }
    i += 2;
  }
  return undefined;
}

function endOfQuoted(sql: string, at: number, quote: string, backslash = false): number | undefined {
  for (let i = at + 1; i < sql.length; i++) {
    if (backslash && sql[i] === '\\') i++;
    else if (sql[i] === quote) {
      if (sql[i + 1] !== quote) return i + 1;
      i++;
    }
  }
  return undefined;
}

/** `$1` is a sign and a number. */
function dollarQuoted(sql: string, at: number): Token | undefined {
  const [tag] = /^\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/u.exec(sql.slice(at)) ?? [];
  if (tag === undefined) return made('sign', sql, at, at + 1);
  const end = sql.indexOf(tag, at + tag.length);
  return end === -1 ? undefined : made('text', sql, at, end + tag.length);
}

function endOfWord(sql: string, at: number): number {
  let end = at;
  while (end < sql.length) {
    const char = String.fromCodePoint(sql.codePointAt(end)!);
    if (!WORD_PART.test(char)) break;
    end += char.length;
  }
  return end;
}
