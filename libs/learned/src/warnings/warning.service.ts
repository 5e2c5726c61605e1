import { EntityFinder } from '@app/catalog';
import { KeysetPages, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { Metric } from '../baseline/judge';
import { SpellRepository, type SpellRow } from './spell.repository';

/** An anomaly, a run of unusual points: `from` its first point, `to` the first usual one after it; times in epoch ms. */
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

/** Lists the anomalies found under policies that warn of them. */
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
    const { rows, paging } = await this.spells.page(node, metric, { page, limit });
    return { data: rows.map(shownWarning), paging };
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
