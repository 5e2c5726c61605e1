import { PAGE_BYTES } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Series } from './series';
import type { SeriesList } from './series-list';

/** One row as it goes out; the timestamp is a bigint in decimal. */
export interface SeriesRow {
  readonly timestamp: string;
  readonly json: string;
  /** The key that distinguishes it from others of its timestamp, in a series where there can be some. */
  readonly tie?: string;
  /** Whether a row follows in walking order. */
  readonly hasNext: boolean;
}

/** Reads of evidence in time, by the primary key (entity, timestamp). */
@Injectable()
export class SeriesRepository {
  constructor(private readonly database: Database) {}

  /**
   * In walking order: newest first, or oldest first towards newer ones. It ends early at the maximum bytes of a page:
   * each is rendered once, and its size taken from its text.
   */
  page(series: Series, node: string, { span, limit, page, part }: SeriesList): Promise<SeriesRow[]> {
    const { isBackward, boundary } = page;
    const [timestamp, tie] = boundary?.keys ?? [];
    // Where there can be several rows at the timestamp of the cursor, the tie says which of them come next.
    const step = series.tie === undefined ? 1 : 0;
    const from = boundary && isBackward ? Math.max(span.from, Number(timestamp) + step) : span.from;
    const to = boundary && !isBackward ? Math.min(span.to, Number(timestamp) - step) : span.to;
    const further = [
      ...(series.part === undefined ? [] : [part]),
      ...(series.tie === undefined ? [] : [timestamp ?? null, tie ?? null]),
    ];
    return this.database.read<SeriesRow>(pageStatement(series, isBackward), [node, from, to, limit, ...further]);
  }

  /** A count over the index of one series: some thousand rows a year. */
  async total({ table, key, part: column }: Series, node: string, { span, part }: SeriesList): Promise<number> {
    const ofPart = column === undefined ? '' : ` and ${column} = $4`;
    const text = `select count(*)::text as n from ${table} where ${key} = $1 and timestamp between $2 and $3${ofPart}`;
    const values = [node, span.from, span.to, ...(column === undefined ? [] : [part])];
    const [row] = await this.database.read<{ n: string }>({ name: `${table}-total`, text }, values);
    return Number(row?.n);
  }
}

function pageStatement(series: Series, isBackward: boolean) {
  const { table, key, json, tie } = series;
  const order = ['timestamp', ...(tie === undefined ? [] : [tie])]
    .map((by) => `r.${by} ${isBackward ? '' : 'desc'}`)
    .join(', ');
  const shownTie = tie === undefined ? '' : `, r.${tie}`;
  return {
    name: `${table}-page${isBackward ? '-before' : ''}`,
    text: `
      with sized as (
        select r.timestamp, (${json})::text as json${shownTie} from ${table} r join entity e on e.node = r.${key}
         where r.${key} = $1 and r.timestamp between $2 and $3${further(series, isBackward)} order by ${order} limit $4::int + 1),
      walked as (
        select r.*, row_number() over walk as n, lead(r.timestamp) over walk is not null as has_next,
               sum(octet_length(r.json)) over (walk rows unbounded preceding) - octet_length(r.json) as bytes_before
          from sized r window walk as (order by ${order}))
      select r.timestamp::text as timestamp, r.json${tie === undefined ? '' : `, r.${tie} as tie`}, r.has_next as "hasNext"
        from walked r where n <= $4 and bytes_before < ${PAGE_BYTES} order by n`,
  };
}

/** Which series it is, and what comes next to the cursor's row among those of its timestamp. */
function further({ part, tie }: Series, isBackward: boolean): string {
  const ofPart = part === undefined ? '' : ` and r.${part} = $5`;
  const [at, by] = part === undefined ? ['$5', '$6'] : ['$6', '$7'];
  if (tie === undefined) return ofPart;
  return `${ofPart} and (${at}::bigint is null or (r.timestamp, r.${tie}) ${isBackward ? '>' : '<'} (${at}, ${by}))`;
}
