import { groupBy, Semaphore, TimeSlice } from '@app/common';
import { textField } from '../../document/search-field';
import type { Pattern, PatternQuery, PhraseQuery } from '../../query/bound-query';
import { asPrefix, patternGroups, patternKey, prefixGroups, type PatternGroup } from '../../query/query-parts';
import { MOST_WORDS, MOST_WORDS_TOGETHER, tooManyTogether, tooManyWords } from '../../query/search-request';
import { tokenMatcher } from '../../query/token-matcher';
import type { Expansions } from '../compile/context';
import { keywordTerm } from '../row/keyword-term';
import { LONGEST_WHOLE } from '../row/text-parts';
import { timedOut, type SearchPool, type SharedPool } from '../search-pool';
import { BEGUN_TERMS, MATCHING_TERMS, NEAR_CHUNKS, NEAR_KEYWORDS, NEAR_TERMS } from './dictionary-statement';
import { PrefixFrequencies } from './prefix-frequencies';
import { expressionOf } from './regular-expression';
import { swapped } from './swapped';

type Fuzzy = Extract<Pattern, { type: 'fuzzy' }>;
type Reader = Pick<SharedPool, 'read'>;
type Found = { readonly field: string; readonly term: string; readonly df: number };

const keyOf = (field: string, pattern: Pattern): string => `${field} ${patternKey(pattern)}`;

/** Terms of a field that are taken as near before they are checked: with so many of them there are too many, or nearly so. */
const MOST_NEAR = 2 * MOST_WORDS;

/** Patterns that are looked up at a time for one search. */
const AT_ONCE = 2;

/** Finds the tokens that patterns stand for: one look for all fields that a pattern is asked of. */
export class PatternDictionary {
  private readonly beginnings: PrefixFrequencies;

  constructor(private readonly pool: SearchPool) {
    this.beginnings = new PrefixFrequencies(pool);
  }

  /**
   * @param reader what the dictionary is read by
   * @throws {AppError} BAD_REQUEST where a pattern stands for more than 1,024 tokens of a field, or all of them for more than 16,384
   * It fails as a statement does that takes longer than it may.
   */
  async expand(queries: readonly PatternQuery[], reader: Reader): Promise<Expansions> {
    const found = new FoundTerms(performance.now() + this.pool.timeoutMs);
    const turns = new Semaphore({ atOnce: AT_ONCE });
    await Promise.all([
      ...patternGroups(queries).map((group) => turns.run(() => look(group, found, reader))),
      ...prefixGroups(queries).map((group) => this.lookAtPrefix(group, found)),
    ]);
    return found;
  }

  /** @throws {AppError} BAD_REQUEST where the last word of a phrase begins more than 1,024 words of its field */
  async checkBegun(phrases: readonly PhraseQuery[]): Promise<void> {
    const begun = phrases.flatMap(({ field, tokens }) => {
      const code = textField(field)?.code;
      return code === undefined ? [] : [{ field, code, text: tokens.at(-1) as string }];
    });
    if (begun.length === 0) return;
    const codes = begun.map(({ code }) => code);
    const texts = begun.map(({ text }) => text);
    const rows = await this.pool.read<{ at: number }>(BEGUN_TERMS, [codes, texts, MOST_WORDS]);
    const [first] = rows.map(({ at }) => begun[at - 1]);
    if (first) throw tooManyWords({ type: 'prefix', text: first.text }, first.field);
  }

  /** Counts the words with the prefix: they need not be listed to be found, but their number decides how they are found. */
  private async lookAtPrefix({ pattern, fields }: PatternGroup, looked: FoundTerms): Promise<void> {
    const texts = textsOf(fields);
    const text = asPrefix(pattern);
    if (texts.length === 0 || !text) return;
    const found = await this.beginnings.of(
      texts.map(({ code }) => code),
      text,
    );
    for (const { name, code } of texts) looked.frequencies.set(keyOf(name, pattern), found.get(code) ?? 0);
  }
}

/** By field and pattern. */
class FoundTerms implements Expansions {
  readonly frequencies = new Map<string, number>();
  private readonly tokens = new Map<string, readonly string[]>();
  private count = 0;

  /** @param until as `performance.now` counts */
  constructor(private readonly until: number) {}

  of({ field, pattern }: PatternQuery): readonly string[] {
    return this.tokens.get(keyOf(field, pattern)) ?? [];
  }

  frequency({ field, pattern }: PatternQuery): number {
    return this.frequencies.get(keyOf(field, pattern)) ?? 0;
  }

  add(field: string, pattern: Pattern, tokens: readonly string[]): void {
    if (tokens.length > MOST_WORDS) throw tooManyWords(pattern, field);
    this.tokens.set(keyOf(field, pattern), tokens);
    this.count += tokens.length;
    this.requireRoom();
  }

  /** Before the next look. */
  requireRoom(): void {
    if (this.count > MOST_WORDS_TOGETHER) throw tooManyTogether();
    if (performance.now() > this.until) throw timedOut();
  }
}

async function look({ pattern, fields }: PatternGroup, found: FoundTerms, reader: Reader): Promise<void> {
  found.requireRoom();
  const texts = textsOf(fields);
  const terms = groupBy(texts.length > 0 ? await termsOf(pattern, texts, reader) : [], ({ field }) => field);
  for (const { name, code } of texts) {
    const own = terms.get(code) ?? [];
    found.add(name, pattern, [...new Set(own.map(({ term }) => term))]);
    found.frequencies.set(keyOf(name, pattern), sumOf(own));
  }
  for (const name of fields.filter((each) => !textField(each)))
    if (pattern.type === 'fuzzy') found.add(name, pattern, await nearKeywords(pattern, name, reader));
}

async function termsOf(pattern: Pattern, texts: readonly Text[], reader: Reader): Promise<readonly Found[]> {
  if (pattern.type === 'fuzzy') return near(pattern, texts, reader);
  const codes = texts.map(({ code }) => code);
  return reader.read<Found>(MATCHING_TERMS, [codes, `^(?:${expressionOf(pattern, 'lines')})$`, MOST_WORDS + 1]);
}

async function near(pattern: Fuzzy, texts: readonly Text[], reader: Reader): Promise<readonly Found[]> {
  const { text, edits, prefixLength } = pattern;
  const letters = Array.from(text);
  const codes = texts.map(({ code }) => code);
  const asked = [codes, ...nearValues(pattern, letters)];
  const beginning = letters.slice(0, prefixLength).join('');
  const rows = await reader.read<Found>(NEAR_TERMS, [...asked, beginning, MOST_NEAR]);
  // Longer whole chunks are not in the dictionary.
  const isLong = letters.length + edits > LONGEST_WHOLE;
  const most = codes.length * MOST_NEAR;
  const chunks = isLong ? await reader.read<Found>(NEAR_CHUNKS, [...asked, pieces(text, edits), most]) : [];
  const found = [...rows, ...chunks];
  // As many chunks as are read at most are enough for one of the fields, too.
  const perField = groupBy(found, ({ field }) => field);
  const full = texts.find(({ code }) => (perField.get(code)?.length ?? 0) >= MOST_NEAR);
  if (full) throw tooManyWords(pattern, full.name);
  return matching(pattern, found, ({ term }) => term);
}

async function nearKeywords(pattern: Fuzzy, field: string, reader: Reader): Promise<string[]> {
  const asked = [`${field}=`, ...nearValues(pattern, Array.from(pattern.text)), MOST_NEAR];
  const rows = await reader.read<{ value: string }>(NEAR_KEYWORDS, asked);
  if (rows.length >= MOST_NEAR) throw tooManyWords(pattern, field);
  const found = await matching(pattern, rows, ({ value }) => value);
  return found.map(({ value }) => keywordTerm(field, value));
}

/** The text, the edits, its length, its swaps. */
function nearValues({ text, edits }: Fuzzy, letters: readonly string[]): readonly unknown[] {
  const made = swapped(letters, edits);
  return [text, edits, letters.length, made?.all ?? null, made?.once ?? null];
}

async function matching<T>(pattern: Fuzzy, found: readonly T[], termOf: (one: T) => string): Promise<T[]> {
  const matches = tokenMatcher(pattern);
  const slice = new TimeSlice();
  const kept: T[] = [];
  for (const one of found) {
    if (matches(termOf(one))) kept.push(one);
    await slice.turn();
  }
  return kept;
}

/** A text field, and its code in the dictionary. */
interface Text {
  readonly name: string;
  readonly code: string;
}

function textsOf(fields: readonly string[]): Text[] {
  return fields.flatMap((name) => {
    const field = textField(name);
    return field ? [{ name, code: field.code }] : [];
  });
}

function sumOf(found: readonly { readonly df: number }[]): number {
  return found.reduce((sum, { df }) => sum + df, 0);
}

/**
 * LIKE patterns one of which every text within so many edits matches: an edit spoils one of 2 · edits + 1 pieces of the text,
 * or, as a swap on their border, two.
 */
function pieces(text: string, edits: number): string[] {
  const letters = Array.from(text);
  const count = 2 * edits + 1;
  const cut = (at: number): number => Math.round((at * letters.length) / count);
  return Array.from({ length: count }, (_, at) => letters.slice(cut(at), cut(at + 1)).join('')).map(
    (piece) => `%${piece.replace(/[\\%_]/g, '\\$&')}%`,
  );
}
