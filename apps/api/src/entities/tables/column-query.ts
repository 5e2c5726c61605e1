import type { ColumnListRequest } from '@app/catalog';
import { INCLUDES } from '../entity-query';
import { QueryReader } from '../query-reader';
import type { RawQuery } from '../query-reader';

/** As clients of the reference expect it: most tables have fewer columns. */
export const COLUMN_PAGE = { least: 0, most: 1000, otherwise: 50 } as const;
/** More columns than any table has. */
const OFFSET = { least: 0, most: 1_000_000, otherwise: 0 } as const;

export function columnQuery(query: RawQuery): ColumnListRequest {
  const reader = new QueryReader(query);
  const read = {
    limit: reader.integer('limit', COLUMN_PAGE),
    offset: query.offset === undefined ? undefined : reader.integer('offset', OFFSET),
    before: reader.text('before'),
    after: reader.text('after'),
    fields: reader.text('fields'),
    include: reader.word('include', INCLUDES, 'non-deleted'),
  };
  reader.end();
  return read;
}
