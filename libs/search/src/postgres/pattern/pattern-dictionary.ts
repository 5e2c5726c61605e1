import { groupBy } from '@app/common';
import { textField } from '../../document/search-field';
import type { Pattern, PatternQuery, PhraseQuery } from '../../query/bound-query';
import { asPrefix, patternGroups, patternKey, prefixGroups, type PatternGroup } from '../../query/query-parts';
import { MOST_WORDS, tooManyWords } from '../../query/search-request';
import { tokenMatcher } from '../../query/token-matcher';
import type { Expansions } from '../compile/context';
import { keywordTerm } from '../row/keyword-term';
import { LONGEST_WHOLE } from '../row/text-parts';
import type { SearchPool } from '../search-pool';
import { BEGUN_TERMS, MATCHING_TERMS, NEAR_CHUNKS, NEAR_KEYWORDS, NEAR_TERMS } from './dictionary-statement';
import { PrefixFrequencies } from './prefix-frequencies';
import { expressionOf } from './regular-expression';

type Fuzzy = Extract<Pattern, { type: 'fuzzy' }>;
type Found = { readonly field: string; readonly term: string; readonly df: number };

/** By field and pattern. */
interface Looked {
  readonly tokens: Map<string, readonly string[]>;
  readonly frequencies: Map<string, number>;
}

const keyOf = (field: string, pattern: Pattern): string => `${field} ${patternKey(pattern)}`;

/** Finds the tokens that patterns stand for: one look for all fields that a pattern is asked of. */
export class PatternDictionary {
  private readonly beginnings: PrefixFrequencies;

  constructor(private readonly pool: SearchPool) {
    this.beginnings = new PrefixFrequencies(pool);
  }

  /** @throws {AppError} BAD_REQUEST where a pattern stands for more than 1,024 tokens of a field */
  async expand(queries: readonly PatternQuery[]): Promise<Expansions> {
    const looked: Looked = { tokens: new Map(), frequencies: new Map() };
    await Promise.all([
      ...patternGroups(queries).map((group) => this.look(group, looked)),
      ...prefixGroups(queries).map((group) => this.lookAtPrefix(group, looked)),
    ]);
    return {
      of: ({ field, pattern }) => looked.tokens.get(keyOf(field, pattern)) ?? [],
      frequency: ({ field, pattern }) => looked.frequencies.get(keyOf(field, pattern)) ?? 0,
    };
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

  private async look({ pattern, fields }: PatternGroup, looked: Looked): Promise<void> {
    const texts = textsOf(fields);
    const codes = texts.map(({ code }) => code);
    const found = texts.length > 0 ? await this.termsOf(pattern, codes) : [];
    const terms = groupBy(found, ({ field }) => field);
    for (const { name, code } of texts) {
      const own = terms.get(code) ?? [];
      const tokens = [...new Set(own.map(({ term }) => term))];
      if (tokens.length > MOST_WORDS) throw tooManyWords(pattern, name);
      looked.tokens.set(keyOf(name, pattern), tokens);
      looked.frequencies.set(keyOf(name, pattern), sumOf(own));
    }
    for (const name of fields.filter((each) => !textField(each)))
      if (pattern.type === 'fuzzy') looked.tokens.set(keyOf(name, pattern), await this.nearKeywords(pattern, name));
  }

  /** What begins so need not be listed to be found; but how much it is decides how it is found. */
  private async lookAtPrefix({ pattern, fields }: PatternGroup, { frequencies }: Looked): Promise<void> {
    const texts = textsOf(fields);
    const text = asPrefix(pattern);
    if (texts.length === 0 || !text) return;
    const found = await this.beginnings.of(
      texts.map(({ code }) => code),
      text,
    );
    for (const { name, code } of texts) frequencies.set(keyOf(name, pattern), found.get(code) ?? 0);
  }

  private async termsOf(pattern: Pattern, codes: readonly string[]): Promise<Found[]> {
    if (pattern.type === 'fuzzy') return this.near(pattern, codes);
    const most = codes.length * (MOST_WORDS + 1);
    return this.pool.read<Found>(MATCHING_TERMS, [codes, `^(?:${expressionOf(pattern, 'lines')})$`, most]);
  }

  private async near(pattern: Fuzzy, codes: readonly string[]): Promise<Found[]> {
    const { text, edits, prefixLength } = pattern;
    const letters = Array.from(text);
    const asked = [codes, text, edits, letters.length];
    const rows = await this.pool.read<Found>(NEAR_TERMS, [...asked, letters.slice(0, prefixLength).join('')]);
    // Longer whole chunks are not in the dictionary.
    const isLong = letters.length + edits > LONGEST_WHOLE;
    const chunks = isLong ? await this.pool.read<Found>(NEAR_CHUNKS, [...asked, pieces(text, edits)]) : [];
    const matches = tokenMatcher(pattern);
    return [...rows, ...chunks].filter(({ term }) => matches(term));
  }

  private async nearKeywords(pattern: Fuzzy, field: string): Promise<string[]> {
    const asked = [`${field}=`, pattern.edits, Array.from(pattern.text).length];
    const rows = await this.pool.read<{ value: string }>(NEAR_KEYWORDS, asked);
    const matches = tokenMatcher(pattern);
    const near = rows.filter(({ value }) => matches(value));
    if (near.length > MOST_WORDS) throw tooManyWords(pattern, field);
    return near.map(({ value }) => keywordTerm(field, value));
  }
}

function textsOf(fields: readonly string[]): { readonly name: string; readonly code: string }[] {
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
