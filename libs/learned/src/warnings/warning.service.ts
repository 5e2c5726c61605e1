import { EntityFinder } from '@app/catalog';
import { KeysetPages, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { Metric } from '../baseline/judge';
import { SpellRepository, type SpellRow } from './spell.repository';

/** A spell of unusual points: `from` its first point, `to` the first that was not unusual any more; times in epoch ms. */
export interface LearnedWarning {
  readonly metric: Metric;
  readonly from: number;
  /** Absent: it goes on. */
  readonly to?: number;
  /** The first point, as it was judged. */
  readonly value: number;
  readonly low?: number;
  readonly high: number;
  readonly score: number;
  readonly verdict?: string;
}

export interface WarningListRequest {
  readonly metric?: Metric;
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

/** Lists the spells that were found where a policy warns of them. */
@Injectable()
export class WarningService {
  constructor(
    private readonly finder: EntityFinder,
    private readonly spells: SpellRepository,
    private readonly pages: KeysetPages,
  ) {}

  /** The newest first. @throws {AppError} NOT_FOUND */
  async list(actor: Actor, id: string, request: WarningListRequest): Promise<object> {
    const { node } = await this.finder.findFor(actor, 'ViewBasic', 'dataContract', { id });
    const { metric, limit } = request;
    const page = this.pages.open(`learned warnings ${id} ${metric ?? ''}`, request);
    const place = page.place?.keys as [number, string] | undefined;
    const part = { contract: node, ...(metric && { metric }), ...(place && { place }), limit: limit + 1 };
    const [found, total] = await Promise.all([
      this.spells.page({ ...part, isBackward: page.isBackward }),
      this.spells.count(node, metric),
    ]);
    const rows = page.rows(found, limit);
    const neighbours = page.neighbours(rows, found.length > limit, (row) => [row.from, row.metric]);
    return { data: rows.map(shownWarning), paging: { total, ...neighbours } };
  }
}

function shownWarning({ to, low, verdict, ...row }: SpellRow): LearnedWarning {
  return {
    ...row,
    ...(to !== null && { to }),
    ...(low !== null && { low }),
    ...(verdict !== null && { verdict }),
  };
}
