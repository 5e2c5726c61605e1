import type { Analysis } from '../document/search-field';
import { chunksOf, type Span } from './chunk';
import { foldText, isAscii, nfcText, porterStem } from './text-form';

export interface Token {
  readonly token: string;
  /** Counts parts, from 0. */
  readonly position: number;
  /** Where it stands in the text, in UTF-16 units: `text.slice(start, end)`. */
  readonly start: number;
  readonly end: number;
  /** The whole of a chunk of several parts, at the position of the first; it does not count in a text's length. */
  readonly stacked: boolean;
}

/** Positions between two values of an array: no phrase reaches from one into the next. */
export const VALUE_GAP = 100;

/** Longer tokens are cut: UTF-16 units, before stemming, never through a surrogate pair. */
export const LONGEST_TOKEN = 255;

/**
 * The tokens of a text, for the index and for a query alike, by position: NFC, split into chunks and parts, each lower-cased,
 * folded, cut and, in a stemmed field, stemmed (Porter 1). The whole of a chunk comes right before its first part.
 */
export function analyze(text: string, analysis: Analysis): Token[] {
  const nfc = nfcText(text);
  const read = tokenReader(nfc.text, analysis);
  const tokenAt = ({ start, end }: Span, position: number, stacked: boolean): Token => ({
    token: read(start, end),
    position,
    start: nfc.start(start),
    end: nfc.end(end),
    stacked,
  });
  const tokens: Token[] = [];
  let position = 0;
  for (const chunk of chunksOf(nfc.text)) {
    if (chunk.parts.length > 1) tokens.push(tokenAt(chunk, position, true));
    for (const part of chunk.parts) tokens.push(tokenAt(part, position++, false));
  }
  return tokens;
}

/** The tokens of the values of an array, with the gap between them; `start` and `end` count within each value. */
export function analyzeValues(values: readonly string[], analysis: Analysis): Token[] {
  let offset = 0;
  return values.flatMap((value) => {
    const tokens = analyze(value, analysis).map((token) => ({ ...token, position: token.position + offset }));
    offset = (tokens.at(-1)?.position ?? offset - 1) + 1 + VALUE_GAP;
    return tokens;
  });
}

/** A chunk as a query looks for it: as a whole, or its parts in a row. */
export interface QueryChunk {
  readonly whole: string;
  readonly parts: readonly string[];
}

export function queryChunks(text: string, analysis: Analysis): QueryChunk[] {
  const nfc = text.normalize('NFC');
  const read = ({ start, end }: Span) => tokenOf(nfc.slice(start, end), analysis);
  return chunksOf(nfc).map((chunk) => ({ whole: read(chunk), parts: chunk.parts.map(read) }));
}

/** The same chunk in a stemmed field. */
export function stemmedChunk({ whole, parts }: QueryChunk): QueryChunk {
  return { whole: porterStem(whole), parts: parts.map(porterStem) };
}

/** The chunks of a text as they are written. */
export function chunkTexts(text: string): string[] {
  const nfc = text.normalize('NFC');
  return chunksOf(nfc).map(({ start, end }) => nfc.slice(start, end));
}

function tokenOf(text: string, analysis: Analysis): string {
  return formOf(foldText(text), analysis);
}

/** Reads tokens at offsets of a text in NFC. Nearly all text is ASCII, whose offsets do not change when it is folded as a whole. */
function tokenReader(text: string, analysis: Analysis): (start: number, end: number) => string {
  if (!isAscii(text)) return (start, end) => tokenOf(text.slice(start, end), analysis);
  const folded = foldText(text);
  return (start, end) => formOf(folded.slice(start, end), analysis);
}

function formOf(folded: string, analysis: Analysis): string {
  const token = cut(folded);
  return analysis === 'stem' ? porterStem(token) : token;
}

function cut(token: string): string {
  if (token.length <= LONGEST_TOKEN) return token;
  const isPairSplit = /[\ud800-\udbff]/.test(token[LONGEST_TOKEN - 1] ?? '');
  return token.slice(0, isPairSplit ? LONGEST_TOKEN - 1 : LONGEST_TOKEN);
}
