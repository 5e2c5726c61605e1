import { chunkTexts } from '../../analysis/analyzer';
import { foldText } from '../../analysis/text-form';
import { valueField, type WeightedField } from '../../document/search-field';
import type { BoundQuery } from '../../query/bound-query';
import { bestOf, boosted, joined, NONE } from '../../query/build-query';
import { autoEdits, bindPattern, bindTerm } from './bind-field';
import {
  analysedChunks,
  bestChunk,
  phraseOf,
  phrasePrefixOf,
  prefixOf,
  textTargets,
  type AnalysedChunk,
  type TextTarget,
} from './chunk-query';
import type { Clock } from './instant-text';

/**
 * best: all words in one field, the best field counts. most: the same, and the fields are added up. cross: each word in
 * whichever field has it.
 */
export type MatchAcross = 'best' | 'most' | 'cross';

export interface MatchOptions {
  /** The operator that joins the words. or */
  readonly operator?: 'or' | 'and' | undefined;
  /** How many of so many words joined by or must match. 1 */
  readonly minimumShouldMatch?: ((words: number) => number) | undefined;
  /** How many letters of each word may differ. 0 */
  readonly fuzziness?: 0 | 1 | 2 | 'auto' | undefined;
  /** The letters at the beginning that may not differ. 0 */
  readonly prefixLength?: number | undefined;
  /** The last word may go on. false */
  readonly prefix?: boolean | undefined;
  /** best */
  readonly across?: MatchAcross | undefined;
  /** The weight of the fields other than the best. 0 */
  readonly tieBreaker?: number | undefined;
  readonly boost?: number | undefined;
}

/**
 * The words of a text in analysed fields; in any other field the text as it is. `none` where the text has no token.
 * @throws {QueryError} for a text that a number, date or boolean field cannot have
 */
export function bindMatch(
  fields: readonly WeightedField[],
  text: string,
  options: MatchOptions,
  clock: Clock,
): BoundQuery {
  const { across = 'best', tieBreaker = 0, boost = 1 } = options;
  const targets = textTargets(fields);
  const words =
    across === 'cross' ? [wordsIn(targets, text, options)] : targets.map((one) => wordsIn([one], text, options));
  const possible = [...words, ...asItIs(fields, text, clock)].filter(({ kind }) => kind !== 'none');
  if (possible.length === 0) return NONE;
  return boosted(across === 'most' ? joined('or', possible) : bestOf(possible, tieBreaker), boost);
}

export interface PhraseOptions extends Pick<MatchOptions, 'prefix' | 'tieBreaker' | 'boost'> {
  /** 0 */
  readonly slop?: number | undefined;
}

/** The text's words in a row, in one of the fields; in a field that is not analysed the text as it is. @throws {QueryError} */
export function bindPhrase(
  fields: readonly WeightedField[],
  text: string,
  options: PhraseOptions,
  clock: Clock,
): BoundQuery {
  const { slop = 0, prefix = false, tieBreaker = 0, boost = 1 } = options;
  const chunks = analysedChunks(text);
  const phrases = textTargets(fields).map((target) => (prefix ? phrasePrefixOf : phraseOf)(target, chunks, slop));
  return boosted(bestOf([...phrases, ...asItIs(fields, text, clock, prefix)], tieBreaker), boost);
}

function wordsIn(targets: readonly TextTarget[], text: string, options: MatchOptions): BoundQuery {
  const { operator = 'or', minimumShouldMatch } = options;
  const raw = chunkTexts(text);
  const chunks = analysedChunks(text);
  if (chunks.length === 0 || targets.length === 0) return NONE;
  const queries = chunks.map((chunk, index) =>
    wordOf(targets, chunk, raw[index] ?? '', index === raw.length - 1, options),
  );
  return joined(operator, queries, minimumShouldMatch?.(queries.length) ?? 1);
}

function wordOf(
  targets: readonly TextTarget[],
  chunk: AnalysedChunk,
  raw: string,
  isLast: boolean,
  { prefix, fuzziness = 0, prefixLength = 0 }: MatchOptions,
): BoundQuery {
  if (prefix && isLast) return bestOf(targets.map((target) => prefixOf(target, raw)));
  const edits = fuzziness === 'auto' ? autoEdits(foldText(raw)) : fuzziness;
  if (edits === 0) return bestChunk(targets, chunk);
  return bestOf(
    targets.map(({ field, mapped, weight }) => {
      const text = chunk[mapped.analysis].whole;
      return { kind: 'pattern', field, pattern: { type: 'fuzzy', text, edits, prefixLength }, boost: weight };
    }),
  );
}

function asItIs(fields: readonly WeightedField[], text: string, clock: Clock, prefix = false): BoundQuery[] {
  const whole = fields.filter(({ field }) => valueField(field));
  return whole.map(({ field, weight }) =>
    prefix ? bindPattern(field, { kind: 'prefix', text }, weight) : bindTerm(field, text, clock, weight),
  );
}
