import { queryChunks, stemmedChunk, type QueryChunk } from '../../analysis/analyzer';
import { foldText } from '../../analysis/text-form';
import { textField, type TextField, type WeightedField } from '../../document/search-field';
import type { BoundQuery } from '../../query/bound-query';
import { bestOf, NONE } from '../../query/build-query';

/** A text field by its name, and how much a match there counts. */
export interface TextTarget {
  readonly field: string;
  readonly mapped: TextField;
  readonly weight: number;
}

/** Those of the fields that are analysed. */
export function textTargets(fields: readonly WeightedField[]): TextTarget[] {
  return fields.flatMap(({ field, weight }) => {
    const mapped = textField(field);
    return mapped ? [{ field, mapped, weight }] : [];
  });
}

/** A chunk as it is said in each analysis: a stemmed field looks for stems. */
export type AnalysedChunk = Readonly<Record<TextField['analysis'], QueryChunk>>;

export function analysedChunks(text: string): AnalysedChunk[] {
  return queryChunks(text, 'parts').map((parts) => ({ parts, stem: stemmedChunk(parts) }));
}

/** The chunk in any of the fields; the best one counts. */
export function bestChunk(targets: readonly TextTarget[], chunk: AnalysedChunk): BoundQuery {
  return bestOf(targets.flatMap((target) => chunkQueries(target, chunk[target.mapped.analysis])));
}

function chunkQueries(target: TextTarget, { whole, parts }: QueryChunk, slop = 0): BoundQuery[] {
  return parts.length > 1 ? [term(target, whole), phraseQuery(target, parts, slop)] : [term(target, whole)];
}

/** Tokens in a row. @param prefix the last one stands for all that begin with it */
function phraseQuery(
  { field, weight }: TextTarget,
  tokens: readonly string[],
  slop: number,
  prefix = false,
): BoundQuery {
  return { kind: 'phrase', field, tokens, slop, prefix, boost: weight };
}

function term({ field, weight }: TextTarget, token: string): BoundQuery {
  return { kind: 'term', field, token, boost: weight };
}

/** The parts of all chunks in a row, with up to `slop` moves between them; a single chunk may be found as a whole, too. */
export function phraseOf(target: TextTarget, chunks: readonly AnalysedChunk[], slop: number): BoundQuery {
  const [only, ...others] = chunks.map((chunk) => chunk[target.mapped.analysis]);
  if (!only) return NONE;
  if (others.length === 0) return bestOf(chunkQueries(target, only, slop));
  return phraseQuery(
    target,
    [only, ...others].flatMap(({ parts }) => parts),
    slop,
  );
}

/** `phraseOf`, where the last part may go on; it is taken unstemmed, as every pattern is. */
export function phrasePrefixOf(target: TextTarget, chunks: readonly AnalysedChunk[], slop: number): BoundQuery {
  const parts = chunks.flatMap((chunk) => chunk[target.mapped.analysis].parts);
  const last = chunks.at(-1)?.parts.parts.at(-1);
  if (last === undefined) return NONE;
  const all = [...parts.slice(0, -1), last];
  return all.length > 1 ? phraseQuery(target, all, slop, true) : prefixOf(target, last);
}

export function prefixOf({ field, weight }: TextTarget, text: string): BoundQuery {
  return { kind: 'pattern', field, pattern: { type: 'prefix', text: foldText(text) }, boost: weight };
}
