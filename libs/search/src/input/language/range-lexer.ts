import { isBlank, readText } from './character';
import { QueryError } from './query-error';
import type { RangeEnd } from './syntax-tree';
import type { Lexed } from './word-lexer';

/** `"…"` of at least one character; a backslash escapes a quote. */
const QUOTED = /"(?:\\"|[^"])+"/y;
/** Whatever else: up to a blank or a closing bracket, which no escape can put into it. */
const BARE = /[^ \]}]+/y;

interface Piece {
  readonly type: 'bare' | 'quoted' | 'close';
  readonly at: number;
  readonly end: number;
}

/** `[a TO b]`, with `{` and `}` for ends that are not part of it, and `*` for an open end. */
export function lexRange(source: string, at: number): Lexed {
  const low = readEnd(source, at + 1);
  const to = readPiece(source, low.end);
  if (source.slice(to.at, to.end) !== 'TO') throw new QueryError('a range is written [a TO b]: TO is missing', to.at);
  const high = readEnd(source, to.end);
  const close = readPiece(source, high.end);
  if (close.type !== 'close') throw new QueryError('a range ends with ] or }', close.at);
  const from = rangeEnd(source, low, source[at] === '[');
  const upTo = rangeEnd(source, high, source[close.at] === ']');
  return { token: { kind: 'range', at, ...(from && { from }), ...(upTo && { to: upTo }) }, end: close.end };
}

function readEnd(source: string, from: number): Piece {
  const piece = readPiece(source, from);
  if (piece.type !== 'close') return piece;
  throw new QueryError('a range has two ends: [a TO b], * where one is open', piece.at);
}

function readPiece(source: string, from: number): Piece {
  for (let at = from; at < source.length; at += 1) {
    const quoted = matchEnd(QUOTED, source, at);
    const bare = matchEnd(BARE, source, at);
    if (source[at] === ']' || source[at] === '}') return { type: 'close', at, end: at + 1 };
    if (quoted > at && quoted >= bare) return { type: 'quoted', at, end: quoted };
    // A blank alone separates; one that more follows upon (a tab, say) is part of that.
    if (bare > at && !(bare === at + 1 && isBlank(source[at]))) return { type: 'bare', at, end: bare };
  }
  throw new QueryError('a range is not closed with ] or }', source.length);
}

function matchEnd(expression: RegExp, source: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(source) ? expression.lastIndex : at;
}

function rangeEnd(source: string, { type, at, end }: Piece, inclusive: boolean): RangeEnd | undefined {
  if (type === 'quoted') return { value: readText(source, at + 1, end - 1), inclusive };
  return source.slice(at, end) === '*' ? undefined : { value: readText(source, at, end), inclusive };
}
