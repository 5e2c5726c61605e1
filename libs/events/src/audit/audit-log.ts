import { AccessControl } from '@app/auth';
import { invalidFields, KeysetPages, type Actor, type PageNeighbours } from '@app/common';
import { Injectable } from '@nestjs/common';
import { recordOf, type AuditRecord } from './audit-record';
import { AuditRepository, type AuditFilter } from './audit.repository';

/** Records of one answer: of some kilobytes each, 64 at most. A page ends early at 16 MiB. */
export const MOST_AUDIT_RECORDS = 500;
/** Records of one piece of an export: the most in memory. */
const PIECE = 100;

export interface AuditQuery extends AuditFilter {
  /** desc: newest first. */
  readonly order?: 'asc' | 'desc';
  readonly limit?: number;
  readonly before?: string;
  readonly after?: string;
}

export interface AuditPage {
  readonly data: readonly AuditRecord[];
  readonly paging: PageNeighbours;
}

@Injectable()
export class AuditLog {
  constructor(
    private readonly records: AuditRepository,
    private readonly access: AccessControl,
    private readonly pages: KeysetPages,
  ) {}

  /** @throws {AppError} FORBIDDEN, BAD_REQUEST */
  async page(actor: Actor, { order = 'desc', limit = 50, before, after, ...filter }: AuditQuery): Promise<AuditPage> {
    this.require(actor, filter);
    const page = this.pages.open(`audit ${order} ${JSON.stringify(filter)}`, { before, after });
    const isDescending = (order === 'desc') !== page.isBackward;
    const cursor = page.boundary && String(page.boundary.keys[0]);
    await this.records.refresh();
    const found = await this.records.part({ filter, isDescending, limit: limit + 1, cursor });
    const isMore = found.length > limit || found.at(-1)?.hasNext === true;
    const rows = page.rows(found, limit);
    const paging = page.neighbours(rows, isMore, ({ position }) => [position]);
    return { data: rows.map(recordOf), paging };
  }

  /**
   * All that there is now, oldest first, piece by piece, read as fast as the reader takes it.
   * @throws {AppError} FORBIDDEN, BAD_REQUEST
   */
  async export(actor: Actor, filter: AuditFilter): Promise<AsyncIterable<readonly AuditRecord[]>> {
    this.require(actor, filter);
    await this.records.refresh();
    return this.pieces(filter, BigInt(await this.records.newest()));
  }

  private async *pieces(filter: AuditFilter, newest: bigint): AsyncGenerator<readonly AuditRecord[]> {
    for (let cursor = '0'; ;) {
      const rows = await this.records.part({ filter, cursor, isDescending: false, limit: PIECE });
      const now = rows.filter(({ position }) => BigInt(position) <= newest);
      if (now.length) yield now.map(recordOf);
      const last = rows.at(-1);
      if (!last || (rows.length < PIECE && !last.hasNext) || now.length < rows.length) return;
      cursor = last.position;
    }
  }

  private require(actor: Actor, { startTs, endTs }: AuditFilter): void {
    this.access.require(actor, ['ViewAll'], 'audit');
    if (startTs !== undefined && endTs !== undefined && startTs > endTs)
      throw invalidFields([{ field: 'startTs', message: `is ${startTs}, which is after endTs (${endTs})` }]);
  }
}
