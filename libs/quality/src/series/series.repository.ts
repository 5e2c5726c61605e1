import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Series } from './series';
import type { SeriesList, Span } from './series-list';

/** One row as it goes out; the timestamp is a bigint in decimal. */
export interface SeriesRow {
  readonly timestamp: string;
  readonly json: string;
}

/** Reads of evidence in time, by the primary key (entity, timestamp). */
@Injectable()
export class SeriesRepository {
  constructor(private readonly database: Database) {}

  /** In walking order: newest first, or oldest first towards newer ones. One row more than the limit tells that there are more. */
  page(series: Series, node: string, { span, limit, place }: SeriesList): Promise<SeriesRow[]> {
    const isBackward = place?.direction === 'before';
    const from = isBackward ? Math.max(span.from, place.timestamp + 1) : span.from;
    const to = place && !isBackward ? Math.min(span.to, place.timestamp - 1) : span.to;
    return this.database.read<SeriesRow>(pageStatement(series, isBackward), [node, from, to, limit + 1]);
  }

  /** A count over the index of one entity: some thousand rows a year. */
  async total({ table, key }: Series, node: string, { from, to }: Span): Promise<number> {
    const text = `select count(*)::text as n from ${table} where ${key} = $1 and timestamp between $2 and $3`;
    const [row] = await this.database.read<{ n: string }>({ name: `${table}-total`, text }, [node, from, to]);
    return Number(row?.n);
  }
}

function pageStatement({ table, key, json }: Series, isBackward: boolean) {
  return {
    name: `${table}-page${isBackward ? '-before' : ''}`,
    text: `
      select r.timestamp::text, (${json})::text as json from ${table} r join entity e on e.node = r.${key}
       where r.${key} = $1 and r.timestamp between $2 and $3
       order by r.timestamp ${isBackward ? '' : 'desc'} limit $4`,
  };
}
