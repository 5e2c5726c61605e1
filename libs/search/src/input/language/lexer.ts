import { isBlank, readText, wellFormed } from './character';
import { LANGUAGE_LIMITS } from './language-limits';
import { QueryError } from './query-error';
import { lexRange } from './range-lexer';
import type { Token } from './token';
import { isBareOperator, lexWord, plainEnd, type Lexed } from './word-lexer';

const SIGNS: Readonly<Record<string, 'open' | 'close' | 'colon'>> = { '(': 'open', ')': 'close', ':': 'colon' };
const MODIFIERS: Readonly<Record<string, 'plus' | 'minus' | 'not'>> = { '+': 'plus', '-': 'minus', '!': 'not' };

const NUMBER = /\d+(?:\.\d+)?/y;

/**
 * The tokens of a query text, each as long as it can be, with an `end` behind the last. Looks at every character a fixed number
 * of times.
 * @throws {QueryError}
 */
export function lex(source: string): Token[] {
  if (source.length > LANGUAGE_LIMITS.characters) {
    throw new QueryError(`longer than ${LANGUAGE_LIMITS.characters} characters`, LANGUAGE_LIMITS.characters);
  }
  wellFormed(source, 0);
  const tokens: Token[] = [];
  for (let at = 0; at < source.length;) {
    if (isBlank(source[at])) {
      at += 1;
      continue;
    }
    const { token, end } = lexToken(source, at);
    tokens.push(token);
    at = end;
  }
  tokens.push({ kind: 'end', at: source.length });
  return tokens;
}

function lexToken(source: string, at: number): Lexed {
  const unit = source[at] ?? '';
  const sign = SIGNS[unit];
  if (sign) return { token: { kind: sign, at }, end: at + 1 };
  if (MODIFIERS[unit]) return lexModifier(source, at, MODIFIERS[unit]);
  if (unit === '"') return lexQuoted(source, at);
  if (unit === '[' || unit === '{') return lexRange(source, at);
  if (unit === '^') return lexBoost(source, at);
  if (unit === '~') {
    const end = plainEnd(source, at + 1);
    return { token: { kind: 'tilde', text: source.slice(at + 1, end), at }, end };
  }
  if (unit === ']' || unit === '}') throw new QueryError(`${unit} closes nothing`, at);
  return lexWord(source, at);
}

function lexModifier(source: string, at: number, kind: 'plus' | 'minus' | 'not'): Lexed {
  if (!isBareOperator(source, at)) return { token: { kind, at }, end: at + 1 };
  const text = source[at] ?? '';
  return { token: { kind: 'word', text, at, isName: false, isPlain: true }, end: at + 2 };
}

function lexQuoted(source: string, at: number): Lexed {
  for (let close = at + 1; close < source.length; close += source[close] === '\\' ? 2 : 1) {
    if (source[close] !== '"') continue;
    return { token: { kind: 'quoted', text: readText(source, at + 1, close), at }, end: close + 1 };
  }
  throw new QueryError('a quote is not closed', at);
}

function lexBoost(source: string, at: number): Lexed {
  NUMBER.lastIndex = at + 1;
  const [digits] = NUMBER.exec(source) ?? [];
  const boost = Number(digits) < LANGUAGE_LIMITS.leastBoost ? 0 : Number(digits);
  if (digits === undefined) throw new QueryError('^ takes a number such as ^2 or ^0.5', at);
  if (boost > LANGUAGE_LIMITS.boost) throw new QueryError(`a boost is at most ${LANGUAGE_LIMITS.boost}`, at);
  return { token: { kind: 'boost', boost, at }, end: at + 1 + digits.length };
}
