import { badRequest } from '@app/common';
import type { Pattern, PatternQuery } from '../../query/bound-query';
import { fact } from '../row/fact';
import { textField } from '../row/layout';
import { LONGEST_WHOLE } from '../row/text-parts';
import type { SearchPool } from '../search-pool';
import { asPrefix, patternKey } from './expansions';
import type { Expansions } from './expansions';
import { isWithinEdits } from '../../binding/pattern/edit-distance';
import { MATCHING_TERMS, NEAR_CHUNKS, NEAR_FACTS, NEAR_TERMS } from './dictionary-statement';
import { expressionOf } from './regular-expression';

/** The most tokens that one pattern may stand for in a field. */
export const MOST_TOKENS = 1_024;

type Fuzzy = Extract<Pattern, { type: 'fuzzy' }>;
type Found = { readonly field: string; readonly term: string };

/** Patterns of one query, each with the fields it is asked of. */
interface Group {
  readonly pattern: Pattern;
  readonly fields: readonly string[];
}

/** Finds the tokens that patterns stand for: one look for all fields that a pattern is asked of. */
export class PatternDictionary {
  constructor(private readonly pool: SearchPool) {}

  /** @throws {AppError} BAD_REQUEST where a pattern stands for more than 1,024 tokens of a field */
  async expand(queries: readonly PatternQuery[]): Promise<Expansions> {
    const found = new Map<string, string[]>();
    await Promise.all(groups(queries).map((group) => this.look(group, found)));
    return { of: ({ field, pattern }) => found.get(`${field} ${patternKey(pattern)}`) ?? [] };
  }

  private async look({ pattern, fields }: Group, found: Map<string, string[]>): Promise<void> {
    const texts = fields.flatMap((name) => {
      const field = textField(name);
      return field ? [{ name, code: field.code }] : [];
    });
    const terms =
      texts.length > 0
        ? await this.termsOf(
            pattern,
            texts.map(({ code }) => code),
          )
        : [];
    for (const { name, code } of texts) {
      const tokens = [...new Set(terms.filter(({ field }) => field === code).map(({ term }) => term))];
      if (tokens.length > MOST_TOKENS) throw tooMany(pattern, name);
      found.set(`${name} ${patternKey(pattern)}`, tokens);
    }
    for (const name of fields.filter((each) => !textField(each)))
      if (pattern.type === 'fuzzy') found.set(`${name} ${patternKey(pattern)}`, await this.nearFacts(pattern, name));
  }

  private async termsOf(pattern: Pattern, codes: readonly string[]): Promise<Found[]> {
    if (pattern.type === 'fuzzy') return this.near(pattern, codes);
    const most = codes.length * (MOST_TOKENS + 1);
    return this.pool.read<Found>(MATCHING_TERMS, [codes, `^(?:${expressionOf(pattern, 'lines')})$`, most]);
  }

  private async near(pattern: Fuzzy, codes: readonly string[]): Promise<Found[]> {
    const { text, edits } = pattern;
    const length = Array.from(text).length;
    const begin = Array.from(text).slice(0, pattern.prefixLength).join('');
    const rows = await this.pool.read<Found>(NEAR_TERMS, [codes, text, edits, length, begin]);
    // Longer whole chunks are not in the dictionary.
    const chunks = length + edits > LONGEST_WHOLE ? await this.nearChunks(pattern, codes, length) : [];
    return [...rows, ...chunks].filter(
      ({ term }) => term.startsWith(begin) && isWithinEdits(Array.from(text), Array.from(term), edits),
    );
  }

  private async nearChunks({ text, edits }: Fuzzy, codes: readonly string[], length: number): Promise<Found[]> {
    return this.pool.read<Found>(NEAR_CHUNKS, [codes, text, edits, length, pieces(text, edits)]);
  }

  private async nearFacts(pattern: Fuzzy, field: string): Promise<string[]> {
    const { text, edits } = pattern;
    const length = Array.from(text).length;
    const begin = Array.from(text).slice(0, pattern.prefixLength).join('');
    const rows = await this.pool.read<{ value: string }>(NEAR_FACTS, [`${field}=`, edits, length]);
    const near = rows
      .map(({ value }) => value)
      .filter((value) => value.startsWith(begin) && isWithinEdits(Array.from(text), Array.from(value), edits));
    if (near.length > MOST_TOKENS) throw tooMany(pattern, field);
    return near.map((value) => fact(field, value));
  }
}

function groups(queries: readonly PatternQuery[]): Group[] {
  const byPattern = new Map<string, { pattern: Pattern; fields: Set<string> }>();
  for (const { field, pattern } of queries) {
    if (asPrefix(pattern) !== undefined) continue;
    const key = patternKey(pattern);
    const group = byPattern.get(key) ?? { pattern, fields: new Set<string>() };
    byPattern.set(key, { pattern, fields: group.fields.add(field) });
  }
  return [...byPattern.values()].map(({ pattern, fields }) => ({ pattern, fields: [...fields] }));
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

function tooMany(pattern: Pattern, field: string): Error {
  const text =
    pattern.type === 'wildcard'
      ? pattern.parts.map((part) => (typeof part === 'string' ? part : part.any === 'one' ? '?' : '*')).join('')
      : pattern.type === 'regexp'
        ? `/${pattern.expression}/`
        : pattern.text;
  return badRequest(`${text} stands for more than ${MOST_TOKENS} words of ${field}: ask for more letters of it`);
}
