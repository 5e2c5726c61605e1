import { queryChunks, stemmedChunk } from '../../analysis/analyzer';
import type { QueryChunk } from '../../analysis/analyzer';
import type { TextField } from '../../document/search-mapping';
import type { BoundQuery } from '../../query/bound-query';
import { bestOf } from '../../query/build-query';
import { textField } from '../../document/search-field';
import type { WeightedField } from '../../document/search-field';

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

/** The whole chunk, or its parts in a row. */
export function chunkQueries(target: TextTarget, { whole, parts }: QueryChunk, slop = 0): BoundQuery[] {
  return parts.length > 1 ? [term(target, whole), phraseQuery(target, parts, slop)] : [term(target, whole)];
}

/** Tokens in a row. @param prefix the last one stands for all that begin with it */
export function phraseQuery(
  { field, weight }: TextTarget,
  parts: readonly string[],
  slop: number,
  prefix = false,
): BoundQuery {
  const tokens = parts.map((token, position) => ({ token, position }));
  return { kind: 'phrase', field, tokens, slop, prefix, boost: weight };
}

function term({ field, weight }: TextTarget, token: string): BoundQuery {
  return { kind: 'term', field, token, boost: weight };
}
