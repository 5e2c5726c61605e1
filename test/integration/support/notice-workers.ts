import { Failpoints } from '@app/common';
import { type Database, LargeReads } from '@app/database';
import { ChangeEventRepository } from '@app/events';
import { BudgetWatch } from '@app/objectives';
import { BudgetNotices } from '../../../libs/notices/src/budgets/budget-notices';
import { DueNoticeRepository } from '../../../libs/notices/src/due/due-notice.repository';
import { DueNotices } from '../../../libs/notices/src/due/due-notices';
import { NotValidatedSource } from '../../../libs/notices/src/due/not-validated-source';
import { NoticeDatesRepository } from '../../../libs/notices/src/events/notice-dates.repository';
import { NoticeMaker } from '../../../libs/notices/src/events/notice-maker';
import { NoticePositionRepository } from '../../../libs/notices/src/events/notice-position.repository';
import { SlaRiskSource } from '../../../libs/notices/src/due/sla-risk-source';
import { VerdictTransitions } from '../../../libs/notices/src/events/verdict-transition';
import { ObjectiveRepository } from '../../../libs/objectives/src/document/objective.repository';
import { AttainmentReader } from '../../../libs/objectives/src/evidence/attainment-reader';
import { MarkRepository } from '../../../libs/objectives/src/evidence/mark.repository';
import { RefreshRepository } from '../../../libs/objectives/src/evidence/refresh.repository';

/** What makes notices of contracts, as in one worker. */
export class NoticeWorkers {
  constructor(
    private readonly database: Database,
    private readonly failpoints = new Failpoints(),
  ) {}

  maker(): NoticeMaker {
    const { database } = this;
    return new NoticeMaker(
      database,
      new ChangeEventRepository(database, new LargeReads()),
      new VerdictTransitions(database),
      new NoticePositionRepository(database),
      new NoticeDatesRepository(database),
      this.budgets(),
      this.failpoints,
    );
  }

  due(): DueNotices {
    const { database } = this;
    const sources = [new NotValidatedSource(), new SlaRiskSource()] as const;
    return new DueNotices(database, new DueNoticeRepository(database), this.failpoints, ...sources);
  }

  budgets(): BudgetNotices {
    const { database } = this;
    const reader = new AttainmentReader(new MarkRepository(database), new RefreshRepository(database));
    return new BudgetNotices(database, new BudgetWatch(new ObjectiveRepository(database), reader));
  }

  /** Until nothing is left. */
  async work(maker = this.maker(), due = this.due()): Promise<void> {
    while (await maker.ofEvents());
    while (await maker.ofDates());
    while (await due.round());
  }
}
