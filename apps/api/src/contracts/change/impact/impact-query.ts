import { invalidFields } from '@app/common';
import { MOST_IMPACT_ASSETS, MOST_IMPACT_HOPS } from '@app/contracts';
import type { ImpactQuestion } from '@app/contracts';
import { QueryReader } from '../../../entities/query-reader';
import type { RawQuery } from '../../../entities/query-reader';

export const DEPTH = { least: 1, most: MOST_IMPACT_HOPS, otherwise: 10 };
export const LIMIT = { least: 0, most: MOST_IMPACT_ASSETS, otherwise: 1_000 };

/** @throws {AppError} BAD_REQUEST */
export function impactQuery(query: RawQuery): ImpactQuestion {
  const reader = new QueryReader(query);
  const [depth, limit] = [reader.integer('depth', DEPTH), reader.integer('limit', LIMIT)];
  const columns = reader.text('columns')?.split(',');
  reader.end();
  if (columns?.includes('')) {
    throw invalidFields([{ field: 'columns', message: 'must be names of columns, separated by commas' }]);
  }
  return { depth, limit, ...(columns && { columns }) };
}
