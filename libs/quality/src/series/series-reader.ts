import { KeysetPages } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { EvidenceTarget } from '../target/evidence-target';
import type { Series } from './series';
import { MAX_SERIES_LIMIT, spanOf, type SeriesList, type SeriesQuery } from './series-list';
import { SeriesRepository, type SeriesRow } from './series.repository';

/** Pages of evidence, newest first. */
@Injectable()
export class SeriesReader {
  constructor(
    private readonly rows: SeriesRepository,
    private readonly pages: KeysetPages,
  ) {}

  /**
   * `{"data": […], "paging": {total, before?, after?}}` as text. A list that fits on its first page is not counted.
   *
   * @param part which of the entity's series, where it has several in the table
   * @throws {AppError} BAD_REQUEST for a window that ends before it starts, two cursors, or a cursor of another list
   */
  async page(series: Series, target: EvidenceTarget, query: SeriesQuery, part?: string): Promise<string> {
    const { limit = MAX_SERIES_LIMIT, startTs = '', endTs = '' } = query;
    const scope = `${series.table} ${target.id} ${startTs} ${endTs}${part === undefined ? '' : ` ${part}`}`;
    const page = this.pages.open(scope, query);
    const list: SeriesList = { page, span: spanOf(query), limit, ...(part !== undefined && { part }) };
    const found = limit === 0 ? [] : await this.rows.page(series, target.node, list);
    const hasMore = found.at(-1)?.hasNext ?? false;
    const isWhole = limit > 0 && !page.boundary && !hasMore;
    const total = isWhole ? found.length : await this.rows.total(series, target.node, list);
    const rows = page.rows(found, limit);
    const keysOf = ({ timestamp, tie }: SeriesRow) => [Number(timestamp), ...(series.tie ? [tie] : [])];
    const paging = { total, ...page.neighbours(rows, hasMore, keysOf) };
    return `{"data":[${rows.map(({ json }) => json).join(',')}],"paging":${JSON.stringify(paging)}}`;
  }
}
