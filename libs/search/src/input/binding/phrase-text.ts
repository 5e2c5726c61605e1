import { foldText } from '../../analysis/text-form';
import type { BoundQuery } from '../../query/bound-query';
import { bestOf, NONE } from '../../query/build-query';
import { chunkQueries, phraseQuery } from './chunk-query';
import type { AnalysedChunk, TextTarget } from './chunk-query';

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

/** As `phraseOf`, and the last part may go on; it is taken unstemmed, as every pattern is. */
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
