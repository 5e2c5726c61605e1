import type { Meanwhile } from '../backend/search-backend';
import type { SearchAnswer, SearchRequest } from '../query/search-request';
import { Aggregator } from './aggregate/aggregator';
import type { Prepared } from './compile/context';
import { HitReader } from './hits/hit-reader';
import { atLeast, readTotal, type Hits } from './hits/hit-statement';
import { isTimeout, type SharedPool } from './search-pool';

/** The work beside the statements. */
export interface AnswerOrder {
  readonly meanwhile: Meanwhile | undefined;
  /** See `PostgresSearchOptions`. */
  readonly current: (() => Promise<void>) | undefined;
}

/** Up to this many matches are counted by the statement that counts their facets; of more, one of the two may be done in time alone. */
const COUNTED_TOGETHER = 50_000;

/**
 * Hits and aggregations of a request. A read of all matches returns several figures at once: in a small catalog their facets
 * where all of them are ranked; and where the best are looked for among few, how many there are where their facets are counted.
 *
 * @returns undefined where the statistics are not what they were assumed to be, or rows are still to be written
 */
export async function answerOf(
  request: SearchRequest,
  prepared: Prepared,
  pool: SharedPool,
  { meanwhile, current }: AnswerOrder,
): Promise<SearchAnswer | undefined> {
  const reader = new HitReader(request, prepared, meanwhile);
  const aggregator = new Aggregator(pool, request, prepared);
  const isShared = aggregator.facetFields.length > 0 && !request.postFilter;
  if (isShared && prepared.shapes && reader.ranksAll && aggregator.hasFacetsOnly) {
    const together = await inTime(ranked(reader, aggregator, pool));
    if (together) return together.answer;
  }
  // A statement reports only what it sees itself.
  const isOne = reader.ranksAll && Object.keys(request.aggregations).length === 0;
  if (prepared.assumed?.tellsQueue && !isOne) await current?.();
  const counted = isShared && reader.countsApart && isCountedTogether(request, reader, prepared);
  const [hits, aggregations] = await Promise.all([
    pool.session((query) => reader.hits(query, counted ? { counts: false } : {})),
    inTime(aggregator.answer({ counted })),
  ]);
  if (!hits || hits.total || !counted) return hits && answer(hits, aggregations);
  const { total } = aggregator;
  const counts = total === undefined ? atLeast(request, hits.hits.length) : readTotal(request, { total });
  return answer({ ...hits, ...counts }, aggregations);
}

/** In a large catalog some are counted sooner than all. */
function isCountedTogether({ totals }: SearchRequest, { matches }: HitReader, { shapes }: Prepared): boolean {
  return shapes !== undefined || (totals === true && matches <= COUNTED_TOGETHER);
}

async function ranked(
  reader: HitReader,
  aggregator: Aggregator,
  pool: SharedPool,
): Promise<{ readonly answer: SearchAnswer | undefined }> {
  const hits = await pool.session((query) => reader.hits(query, { facets: aggregator.facetFields }));
  return { answer: hits && answer(hits, await aggregator.answer({ known: hits.facets })) };
}

function answer({ facets: _facets, ...hits }: Hits, aggregations: Record<string, unknown> | undefined): SearchAnswer {
  const timedOut = aggregations === undefined || hits.timedOut === true;
  return { ...hits, aggregations: aggregations ?? {}, timedOut };
}

/** Undefined: it timed out; the other results are still returned. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  }
}
