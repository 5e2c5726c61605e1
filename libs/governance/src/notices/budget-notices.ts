import { Database } from '@app/database';
import { BudgetWatch, type TurnedContract } from '@app/objectives';
import { Injectable } from '@nestjs/common';
import { noticeOfBudget } from './budget-notice';
import { recordNotices } from './record-notices';

/**
 * Tells that error budgets burn and are used up. What has been told is noted in the transaction that stores the notices, and only where nobody has
 * noted anything since the look: so each is told once, whatever the number of workers, and whatever crashes.
 */
@Injectable()
export class BudgetNotices {
  constructor(
    private readonly database: Database,
    private readonly watch: BudgetWatch,
  ) {}

  /** Looks at contracts whose look is due. @returns whether there may be more */
  async ofDue(): Promise<boolean> {
    const { turned, hasMore } = await this.watch.due();
    await this.tell(turned);
    return hasMore;
  }

  /** Looks at contracts that have new results. @param ids those without objectives are skipped */
  async ofContracts(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.tell(await this.watch.of(ids));
  }

  private async tell(turned: readonly TurnedContract[]): Promise<void> {
    const late: string[] = [];
    for (const one of turned) if (!(await this.isTold(one))) late.push(one.contract.id);
    // Others were there with a look that may be older than this one: what is so now is looked at again.
    await this.ofContracts(late);
  }

  private isTold(turned: TurnedContract): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.watch.note(tx, turned))) return false;
      const { contract, turns } = turned;
      await recordNotices(
        tx,
        turns.map((turn) => noticeOfBudget(contract, turn)),
      );
      return true;
    });
  }
}
