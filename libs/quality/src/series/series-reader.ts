import { KeysetPages } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { EvidenceTarget } from '../target/evidence-target';
import type { Series } from './series';
import { seriesList, type SeriesQuery } from './series-list';
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
   */
  async page(series: Series, target: EvidenceTarget, query: SeriesQuery, part?: string): Promise<string> {
    const list = seriesList(series, target, query, this.pages, part);
    const found = list.limit === 0 ? [] : await this.rows.page(series, target.node, list);
    const hasMore = found.at(-1)?.hasNext ?? false;
    const isWhole = list.limit > 0 && !list.page.place && !hasMore;
    const total = isWhole ? found.length : await this.rows.total(series, target.node, list);
    const page = list.page.rows(found, list.limit);
    const keysOf = ({ timestamp, tie }: SeriesRow) => [Number(timestamp), ...(series.tie ? [tie] : [])];
    const paging = { total, ...list.page.neighbours(page, hasMore, keysOf) };
    return `{"data":[${page.map(({ json }) => json).join(',')}],"paging":${JSON.stringify(paging)}}`;
  }
}
