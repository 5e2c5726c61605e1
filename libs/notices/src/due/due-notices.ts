import { Failpoints, groupBy } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { DueNoticeRepository } from './due-notice.repository';
import { NotValidatedSource } from './not-validated-source';
import type { NoticeSource } from './notice-source';
import { recordNotices } from '../record/record-notices';
import { SlaRiskSource } from './sla-risk-source';

/**
 * Makes the notices that time alone brings. A contract is looked at when one may be due, and the look says when the next one may be: a round costs what
 * is due, however many contracts there are. The notices and the next instant are stored in one transaction, under a lock of the instant.
 */
@Injectable()
export class DueNotices {
  private readonly sources: readonly NoticeSource[];

  constructor(
    private readonly database: Database,
    private readonly due: DueNoticeRepository,
    private readonly failpoints: Failpoints,
    notValidated: NotValidatedSource,
    slaRisk: SlaRiskSource,
  ) {
    this.sources = [notValidated, slaRisk];
  }

  /** @returns whether there may be more */
  async round(): Promise<boolean> {
    const hasMore = await this.due.walk();
    if (!(await this.due.isDue())) return hasMore;
    const looked = await this.database.transaction(async (tx) => {
      const looks = await this.due.take(tx);
      for (const [type, of] of groupBy(looks, (look) => look.type)) {
        const contracts = of.map(({ contract }) => contract);
        const { notices, next } = await this.sourceOf(type).look(tx, contracts);
        await recordNotices(tx, notices);
        if (notices.length) await this.failpoints.pass('after-notices-before-commit');
        await this.due.storeNext(tx, type, contracts, next);
      }
      return looks.length;
    });
    if (looked > 0) await this.failpoints.pass('after-notices-committed');
    return hasMore || looked > 0;
  }

  private sourceOf(type: string): NoticeSource {
    const source = this.sources.find((one) => one.type === type);
    if (!source) throw new Error(`No source of notices is of the type ${type}`);
    return source;
  }
}
