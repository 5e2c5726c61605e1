import { AppError, badRequest, parseStrictJson } from '@app/common';
import { knownKeys, MOST_BUCKETS, type Aggregation, type Aggregations } from '../../query/aggregation';
import type { BoundQuery } from '../../query/bound-query';
import { ALL } from '../../query/build-query';
import { readLevel } from '../dsl-aggregation/aggregation-reader';
import { ClauseReader } from '../dsl-query/read-query';
import { Clause, refused } from './clause';
import type { FieldScope } from './clause-value';

/**
 * A filter in the engine's DSL, `{"query": {…}}` or the query alone, checked against the allow-list and rebuilt. Empty text
 * and `{}` match everything.
 *
 * @param parameter its name as the caller spelt it; every path in an error begins with it
 * @throws {AppError} BAD_REQUEST that names the clause and its path
 */
export function readFilter(parameter: string, text: string, fields: FieldScope): BoundQuery {
  if (text.trim() === '') return ALL;
  const value = readDslJson(parameter, text);
  const clause = Clause.of(value, parameter);
  if (clause.keys.length === 0) return ALL;
  const reader = new ClauseReader(fields);
  if (!clause.has('query')) return reader.read(value, parameter);
  clause.only('query');
  return reader.read(clause.raw('query'), clause.at('query'));
}

/**
 * Aggregations in the engine's DSL, checked against the allow-list and rebuilt. Empty text is none.
 *
 * @param parameter its name as the caller spelt it; every path in an error begins with it
 * @throws {AppError} BAD_REQUEST that names the aggregation and its path
 */
export function readAggregations(parameter: string, text: string, fields: FieldScope): Aggregations {
  if (text.trim() === '') return {};
  const reader = new ClauseReader(fields);
  const aggregations = readLevel(readDslJson(parameter, text), parameter, {
    depth: 1,
    nested: false,
    ...fields,
    readQuery: (value, path) => reader.read(value, path),
  });
  const most = mostBuckets(aggregations);
  if (most > MOST_BUCKETS) throw refused(parameter, `asks for ${most} buckets; allowed are up to ${MOST_BUCKETS}`);
  return aggregations;
}

/** The buckets that these may have together, however deep. Those of histograms depend on the data and are counted when they are answered. */
function mostBuckets(aggregations: Aggregations): number {
  return Object.values(aggregations).reduce((sum, one) => sum + mostOf(one), 0);
}

function mostOf(aggregation: Aggregation): number {
  if (!('bucket' in aggregation)) return 0;
  const { bucket, below } = aggregation;
  const own = 'size' in bucket ? bucket.size : (knownKeys(bucket)?.length ?? 1);
  return own * (1 + mostBuckets(below));
}

/** Longest text of a filter or of aggregations, in bytes. */
const MOST_BYTES = 64 * 1024;

/** The faults of `parseStrictJson` speak of a body and of paths in it; here it is a parameter. */
function ofParameter(parameter: string, error: AppError): AppError {
  const message = error.message.startsWith('The body ')
    ? error.message.replace('The body ', `${parameter} `)
    : `${parameter}.${error.message}`;
  const details = error.details?.map((detail) => ({
    ...detail,
    field: detail.field ? `${parameter}.${detail.field}` : parameter,
  }));
  return badRequest(message, details);
}

/**
 * The JSON of a parameter, strictly read: no key twice, no `__proto__`, no half surrogates, at most 64 levels.
 * @throws {AppError} BAD_REQUEST that begins with the name of the parameter
 */
export function readDslJson(parameter: string, text: string): unknown {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length > MOST_BYTES) {
    throw refused(parameter, `is ${bytes.length} bytes long; allowed are up to ${MOST_BYTES}`);
  }
  try {
    return parseStrictJson(bytes);
  } catch (error) {
    throw error instanceof AppError ? ofParameter(parameter, error) : error;
  }
}
