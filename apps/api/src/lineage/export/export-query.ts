import { invalidFields } from '@app/common';
import { ALL_HOPS, DEFAULT_EXPORT_HOPS, EXPORT_FORMATS, EXPORT_TYPES, MOST_EXPORT_HOPS } from '@app/lineage';
import type { ExportRequest } from '@app/lineage';
import { QueryReader } from '../../entities/query-reader';
import type { RawQuery } from '../../entities/query-reader';

const HOPS = { least: 0, most: MOST_EXPORT_HOPS, otherwise: DEFAULT_EXPORT_HOPS };

/** Either spelling of how far a side goes. */
export const SPELLINGS = {
  upstream: ['upstreamDepth', 'upstreamHops'],
  downstream: ['downstreamDepth', 'downstreamHops'],
} as const;

/** @throws {AppError} BAD_REQUEST for everything that is wrong */
export function exportQuery(query: RawQuery): ExportRequest {
  const reader = new QueryReader(joined(query));
  const fqn = reader.text('fqn');
  const type = reader.text('type');
  const request = {
    upstreamDepth: hops(reader, query, SPELLINGS.upstream),
    downstreamDepth: hops(reader, query, SPELLINGS.downstream),
    includeDeleted: reader.boolean('includeDeleted'),
    format: reader.word('format', EXPORT_FORMATS, 'csv'),
    columnLineage: reader.boolean('columnLineage'),
    raw: reader.boolean('raw'),
  };
  reader.end();
  return { ...named(fqn, type), ...request };
}

/** Both spellings of one parameter are that parameter given twice. */
function joined(query: RawQuery): RawQuery {
  const twice = Object.values(SPELLINGS).flatMap(([depth, other]) => {
    const values = [query[depth], query[other]];
    return values.includes(undefined) ? [] : [[depth, values.flat() as string[]] as const];
  });
  return { ...query, ...Object.fromEntries(twice) };
}

function hops(reader: QueryReader, query: RawQuery, [depth, other]: readonly [string, string]): number {
  const isOther = query[depth] === undefined && query[other] !== undefined;
  // The one that is not read stays known to the reader.
  reader.text(isOther ? depth : other);
  return reader.integerOr('all', ALL_HOPS, isOther ? other : depth, HOPS);
}

/** @throws {AppError} BAD_REQUEST */
function named(fqn: string | undefined, type: string | undefined): Pick<ExportRequest, 'fqn' | 'type'> {
  const known = EXPORT_TYPES.find((one) => one === type);
  if (fqn && known) return { fqn, type: known };
  const types = `one of ${EXPORT_TYPES.join(', ')}`;
  throw invalidFields([
    ...(fqn ? [] : [{ field: 'fqn', message: 'is required: the FQN of an asset' }]),
    ...(known ? [] : [{ field: 'type', message: type ? `must be ${types}; got "${type}"` : `is required: ${types}` }]),
  ]);
}
