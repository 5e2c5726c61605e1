import type { Client, estypes } from '@elastic/elasticsearch';
import { Semaphore, TimeSlice } from '@app/common';
import { queryChunks } from '../../analysis/analyzer';
import { fieldOf } from '../../document/search-field';
import type { Pattern, PhraseQuery } from '../../query/bound-query';
import { begunPhrasesIn, patternGroups, patternsIn } from '../../query/query-parts';
import {
  MOST_WORDS,
  MOST_WORDS_TOGETHER,
  tooManyTogether,
  tooManyWords,
  type SearchRequest,
} from '../../query/search-request';
import { fieldPath } from '../mapping/field-path';
import { compileExpansion } from './query';

/**
 * Words that are listed. Of wildcards and regular expressions parts count and whole chunks do not, as in the dictionary of the other
 * engine; more words than this of both are refused.
 */
const MOST_LISTED = 8 * MOST_WORDS;
/** Questions of one search that are asked at a time. */
const AT_ONCE = 2;

/** A pattern for a field, and how many words it may stand for. */
interface Question {
  readonly pattern: Pattern;
  readonly fields: readonly string[];
  readonly listed: number;
  readonly counts: (word: string) => boolean;
}

/**
 * Asks the server what the patterns of a request stand for before they are searched: it would leave out words beyond a number
 * without a word. It lists terms of its index, so a word of a document that was deleted counts until the server tidies up.
 */
export class WordLimit {
  constructor(
    private readonly client: Client,
    private readonly index: string,
    private readonly timeoutMs: number,
  ) {}

  /**
   * The check of a request; undefined for one whose words the server does not choose.
   * @param isSpread whether the index has several shards, each of which knows words of its own
   * It throws {AppError} BAD_REQUEST where a pattern stands for more than 1,024 words of a field, or all of them for more than 16,384, and
   * the server's errors.
   */
  of({ permission, filter, query, postFilter }: SearchRequest, isSpread: boolean): (() => Promise<void>) | undefined {
    const queries = [permission, ...filter, query, ...(postFilter ? [postFilter] : [])];
    const questions = [...patternQuestions(queries), ...begunPhrasesIn(queries).map(begunQuestion)].filter(
      ({ fields }) => fields.length > 0,
    );
    if (questions.length === 0) return undefined;
    return () => this.askAll(questions, isSpread);
  }

  private async askAll(questions: readonly Question[], isSpread: boolean): Promise<void> {
    const turns = new Semaphore({ atOnce: AT_ONCE });
    let together = 0;
    const requireRoom = (): void => {
      if (together > MOST_WORDS_TOGETHER) throw tooManyTogether();
    };
    const ask = async (question: Question): Promise<void> => {
      requireRoom();
      const words = await this.ask(question, isSpread);
      together += words;
      requireRoom();
    };
    await Promise.all(questions.map((question) => turns.run(() => ask(question))));
  }

  private async ask({ pattern, fields, listed, counts }: Question, isSpread: boolean): Promise<number> {
    const should = fields.map((field) => compileExpansion(pattern, fieldPath(field), listed));
    const texts = await this.rewritten({ bool: { should } }, isSpread);
    const shards = await Promise.all(texts.map(expandedWords));
    const numbers = fields.map((field) => {
      const own = together(shards.map((words) => words.get(fieldPath(field)) ?? []));
      const counted = own.filter(counts).length;
      if (own.length >= listed || counted > MOST_WORDS) throw tooManyWords(pattern, field);
      return counted;
    });
    return numbers.reduce((sum, counted) => sum + counted, 0);
  }

  /** The form that the query gets from words of the index: on one shard, or on each of several. */
  private async rewritten(query: estypes.QueryDslQueryContainer, isSpread: boolean): Promise<string[]> {
    const answer = await this.client.indices.validateQuery(
      { index: this.index, query, rewrite: true, ...(isSpread && { all_shards: true }) },
      { requestTimeout: this.timeoutMs },
    );
    return answer.explanations?.map(({ explanation }) => explanation ?? '') ?? [];
  }
}

/** The words of all shards: each once, but for values of a keyword that begin alike, which are told apart on one shard only. */
function together(shards: readonly (readonly string[])[]): readonly string[] {
  const each = [...new Set(shards.flat())];
  return shards.reduce((most, one) => (one.length > most.length ? one : most), each);
}

function patternQuestions(queries: Parameters<typeof patternsIn>[0]): Question[] {
  return patternGroups(patternsIn(queries)).map(({ pattern, fields }) => {
    if (pattern.type === 'fuzzy')
      return { pattern, fields: fields.filter(fieldOf), listed: MOST_WORDS + 1, counts: () => true };
    const texts = fields.filter((field) => fieldOf(field)?.kind === 'text');
    return { pattern, fields: texts, listed: MOST_LISTED, counts: (word) => !isWhole(word) };
  });
}

function begunQuestion({ field, tokens }: PhraseQuery): Question {
  const fields = fieldOf(field)?.kind === 'text' ? [field] : [];
  const pattern = { type: 'prefix', text: tokens.at(-1) as string } as const;
  return { pattern, fields, listed: MOST_WORDS + 1, counts: () => true };
}

/**
 * The words of each field, by its path, in what the server says a query becomes: `(text.name:fact text.name:dim) text.description:fact`.
 * Words of texts have no blanks and brackets; of a keyword, which may have any, they are counted by the name of the field before them.
 */
export async function expandedWords(explanation: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const words = new Map<string, string[]>();
  const slice = new TimeSlice();
  for (const [piece] of explanation.matchAll(/[^\s(]+/g)) {
    const colon = piece.indexOf(':');
    const path = piece.slice(0, colon);
    const word = piece.slice(colon + 1).replace(/\)(?:\)|\^[\d.]+)*$/, '');
    const known = words.get(path);
    if (known) known.push(word);
    else if (colon > 0) words.set(path, [word]);
    await slice.turn();
  }
  return words;
}

/** Whether a word is a whole chunk, of which there are as many as documents. Only joints and digits show that, not capitals. */
export function isWhole(word: string): boolean {
  const [chunk, ...others] = queryChunks(word, 'parts');
  return chunk !== undefined && others.length === 0 && chunk.parts.length > 1;
}
