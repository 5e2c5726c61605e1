import type { Token } from '../analysis/analyzer';
import type { Span } from '../analysis/chunk';
import { fieldOf, type Analysis } from '../document/search-field';
import type { BoundQuery, Pattern, PhraseQuery } from '../query/bound-query';
import { patternKey, soughtParts } from '../query/query-parts';
import { tokenMatcher } from '../query/token-matcher';

/** One thing that a query looks for in the text of a field. */
export interface HighlightTerm {
  readonly analysis: Analysis;
  /** A cheap look at the folded text before it is analysed: false where it cannot be in it. */
  mayBeIn(folded: string): boolean;
  find(tokens: readonly Token[]): Span[];
}

type Leaf = Extract<BoundQuery, { kind: 'term' | 'phrase' | 'pattern' }>;

/** By source field, what must or should match; not what must not. */
export function highlightTerms(query: BoundQuery): ReadonlyMap<string, readonly HighlightTerm[]> {
  const terms = new Map<string, HighlightTerm[]>();
  const matchers = new Matchers();
  for (const leaf of leavesOf(query)) {
    const mapped = fieldOf(leaf.field);
    if (mapped?.kind !== 'text') continue;
    const { source, analysis } = mapped;
    const found = terms.get(source) ?? [];
    found.push({ analysis, mayBeIn: lookerOf(leaf, analysis), find: finderOf(leaf, matchers) });
    terms.set(source, found);
  }
  return terms;
}

function leavesOf(query: BoundQuery): Leaf[] {
  if (query.kind === 'term' || query.kind === 'phrase' || query.kind === 'pattern') return [query];
  return soughtParts(query).flatMap(leavesOf);
}

/** Porter changes no more than the last letter of what it leaves (`happy` to happi, `sensibility` to sensibl). */
const begins = (token: string, analysis: Analysis): string => (analysis === 'stem' ? token.slice(0, -2) : token);

function lookerOf(leaf: Leaf, analysis: Analysis): HighlightTerm['mayBeIn'] {
  const texts = textsIn(leaf).map((token) => begins(token, analysis));
  return (folded) => texts.every((text) => folded.includes(text));
}

/** The texts that a text must contain so that the leaf can match it. */
function textsIn(leaf: Leaf): string[] {
  if (leaf.kind === 'term') return [leaf.token];
  if (leaf.kind === 'phrase') return [...leaf.tokens];
  const { pattern } = leaf;
  if (pattern.type === 'wildcard') return pattern.parts.filter((part) => typeof part === 'string');
  return pattern.type === 'prefix' ? [pattern.text] : [];
}

function finderOf(leaf: Leaf, matchers: Matchers): HighlightTerm['find'] {
  if (leaf.kind === 'phrase') return (tokens) => phraseSpans(leaf, tokens);
  if (leaf.kind === 'term') return (tokens) => tokens.filter(({ token }) => token === leaf.token);
  return (tokens) => {
    const matches = matchers.of(leaf.pattern);
    return tokens.filter(({ token }) => matches(token));
  };
}

type Matcher = ReturnType<typeof tokenMatcher>;

/** One for each pattern, whatever the number of fields it is asked of; what it said of a token it says again. */
class Matchers {
  private readonly made = new Map<string, Matcher>();

  of(pattern: Pattern): Matcher {
    const key = patternKey(pattern);
    const matcher = this.made.get(key) ?? remembering(tokenMatcher(pattern));
    this.made.set(key, matcher);
    return matcher;
  }
}

/** Texts of a page say the same words again and again. */
function remembering(matches: Matcher): Matcher {
  const said = new Map<string, boolean>();
  return (token) => {
    const before = said.get(token);
    if (before !== undefined) return before;
    const now = matches(token);
    said.set(token, now);
    return now;
  };
}

/** The tokens of each occurrence of the phrase; with slop, of each stretch that contains all of them. Each token once. */
function phraseSpans(phrase: PhraseQuery, tokens: readonly Token[]): Span[] {
  const parts = tokens.filter(({ stacked }) => !stacked);
  return phrase.slop === 0 ? inRow(phrase, parts) : near(phrase, parts);
}

function isPart({ tokens, prefix }: PhraseQuery, index: number, part: Token | undefined): boolean {
  const expected = tokens[index] ?? '';
  return prefix && index === tokens.length - 1 ? !!part?.token.startsWith(expected) : part?.token === expected;
}

function inRow(phrase: PhraseQuery, parts: readonly Token[]): Span[] {
  const found = new Set<Token>();
  for (let from = 0; from + phrase.tokens.length <= parts.length; from += 1) {
    if (!phrase.tokens.every((_, index) => isPart(phrase, index, parts[from + index]))) continue;
    for (const part of parts.slice(from, from + phrase.tokens.length)) found.add(part);
  }
  return [...found];
}

/** Linear in the text times the different words of the phrase, whatever the slop. */
function near(phrase: PhraseQuery, parts: readonly Token[]): Span[] {
  const reach = Math.min(phrase.tokens.length + phrase.slop, parts.length);
  const words = placesOf(phrase, parts);
  const [firsts = []] = words;
  const centres = words.reduce((left, indexes) => withOneOf(indexes, left, -reach, reach - 1), firsts);
  const indexes = new Set(words.flatMap((word) => withOneOf(centres, word, 1 - reach, reach)));
  return [...indexes].map((index) => parts[index] as Token);
}

/** Where each different word of the phrase stands, in order; the first word first. */
function placesOf(phrase: PhraseQuery, parts: readonly Token[]): number[][] {
  const last = phrase.tokens.length - 1;
  const seen = new Set<string>();
  return phrase.tokens.flatMap((token, index) => {
    const isBeginning = phrase.prefix && index === last;
    if (!isBeginning && seen.has(token)) return [];
    seen.add(token);
    return [parts.flatMap((part, at) => (isPart(phrase, index, part) ? [at] : []))];
  });
}

/** The positions from which one of the others is no less than `least` and no more than `most` away. Both are in order. */
function withOneOf(others: readonly number[], indexes: readonly number[], least: number, most: number): number[] {
  let at = 0;
  return indexes.filter((index) => {
    while ((others[at] ?? Infinity) < index + least) at += 1;
    return (others[at] ?? Infinity) <= index + most;
  });
}
