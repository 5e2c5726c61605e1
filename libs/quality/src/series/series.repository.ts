import { PAGE_BYTES } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Series } from './series';
import type { SeriesList, Span } from './series-list';

/** One row as it goes out; the timestamp is a bigint in decimal. */
export interface SeriesRow {
  readonly timestamp: string;
  readonly json: string;
  /** Whether a row follows in walking order. */
  readonly hasNext: boolean;
}

/** Reads of evidence in time, by the primary key (entity, timestamp). */
@Injectable()
export class SeriesRepository {
  constructor(private readonly database: Database) {}

  /**
   * In walking order: newest first, or oldest first towards newer ones. It ends early once the rows hold as much as a page may:
   * each is rendered once, and its size taken from its text.
   */
  page(series: Series, node: string, { span, limit, page }: SeriesList): Promise<SeriesRow[]> {
    const { isBackward, place } = page;
    const timestamp = Number(place?.keys[0]);
    const from = place && isBackward ? Math.max(span.from, timestamp + 1) : span.from;
    const to = place && !isBackward ? Math.min(span.to, timestamp - 1) : span.to;
    return this.database.read<SeriesRow>(pageStatement(series, isBackward), [node, from, to, limit]);
  }

  /** A count over the index of one entity: some thousand rows a year. */
  async total({ table, key }: Series, node: string, { from, to }: Span): Promise<number> {
    const text = `select count(*)::text as n from ${table} where ${key} = $1 and timestamp between $2 and $3`;
    const [row] = await this.database.read<{ n: string }>({ name: `${table}-total`, text }, [node, from, to]);
    return Number(row?.n);
  }
}

function pageStatement({ table, key, json }: Series, isBackward: boolean) {
  const order = `timestamp ${isBackward ? '' : 'desc'}`;
  return {
    name: `${table}-page${isBackward ? '-before' : ''}`,
    text: `
      with sized as (
        select r.timestamp, (${json})::text as json from ${table} r join entity e on e.node = r.${key}
         where r.${key} = $1 and r.timestamp between $2 and $3 order by r.${order} limit $4::int + 1),
      walked as (
        select timestamp, json, row_number() over walk as n, lead(timestamp) over walk is not null as has_next,
               sum(octet_length(json)) over (walk rows unbounded preceding) - octet_length(json) as bytes_before
          from sized window walk as (order by ${order}))
      select timestamp::text as timestamp, json, has_next as "hasNext"
        from walked where n <= $4 and bytes_before < ${PAGE_BYTES} order by n`,
  };
}
