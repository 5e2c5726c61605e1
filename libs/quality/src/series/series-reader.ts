import { CursorCodec } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { EvidenceTarget } from '../target/evidence-target';
import type { Series } from './series';
import { seriesList } from './series-list';
import type { SeriesList, SeriesQuery } from './series-list';
import { SeriesRepository } from './series.repository';
import type { SeriesRow } from './series.repository';

/** Pages of evidence, newest first. */
@Injectable()
export class SeriesReader {
  constructor(
    private readonly rows: SeriesRepository,
    private readonly cursors: CursorCodec,
  ) {}

  /** `{"data": […], "paging": {total, before?, after?}}` as text. */
  async page(series: Series, target: EvidenceTarget, query: SeriesQuery): Promise<string> {
    const list = seriesList(series, target, query, this.cursors);
    const [found, total] = await Promise.all([
      list.limit === 0 ? [] : this.rows.page(series, target.node, list),
      this.rows.total(series, target.node, list.span),
    ]);
    const isBackward = list.place?.direction === 'before';
    const page = found.slice(0, list.limit);
    if (isBackward) page.reverse();
    const paging = { total, ...this.neighbours(list, page, found.length > page.length) };
    return `{"data":[${page.map(({ json }) => json).join(',')}],"paging":${JSON.stringify(paging)}}`;
  }

  /** @param hasMore whether there are more rows in the direction that was walked */
  private neighbours(
    list: SeriesList,
    page: readonly SeriesRow[],
    hasMore: boolean,
  ): { before?: string; after?: string } {
    const [first, last] = [page[0], page.at(-1)];
    const isBackward = list.place?.direction === 'before';
    const hasBefore = isBackward ? hasMore : list.place !== undefined;
    const hasAfter = isBackward || hasMore;
    const cursor = ({ timestamp }: SeriesRow, direction: 'before' | 'after'): string =>
      this.cursors.encode({ scope: list.scope, keys: [Number(timestamp)], direction });
    return {
      ...(hasBefore && first && { before: cursor(first, 'before') }),
      ...(hasAfter && last && { after: cursor(last, 'after') }),
    };
  }
}
