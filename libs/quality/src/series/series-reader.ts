import { KeysetPages } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { EvidenceTarget } from '../target/evidence-target';
import type { Series } from './series';
import { seriesList, type SeriesQuery } from './series-list';
import { SeriesRepository } from './series.repository';

/** Pages of evidence, newest first. */
@Injectable()
export class SeriesReader {
  constructor(
    private readonly rows: SeriesRepository,
    private readonly pages: KeysetPages,
  ) {}

  /** `{"data": […], "paging": {total, before?, after?}}` as text. */
  async page(series: Series, target: EvidenceTarget, query: SeriesQuery): Promise<string> {
    const list = seriesList(series, target, query, this.pages);
    const [found, total] = await Promise.all([
      list.limit === 0 ? [] : this.rows.page(series, target.node, list),
      this.rows.total(series, target.node, list.span),
    ]);
    const page = list.page.rows(found, list.limit);
    const hasMore = found.at(-1)?.hasNext ?? false;
    const neighbours = list.page.neighbours(page, hasMore, ({ timestamp }) => [Number(timestamp)]);
    const paging = { total, ...neighbours };
    return `{"data":[${page.map(({ json }) => json).join(',')}],"paging":${JSON.stringify(paging)}}`;
  }
}
