import { Database, type Transaction } from '@app/database';
import { BudgetWatch, type ContractKeys, type ChangedContract } from '@app/objectives';
import { Injectable } from '@nestjs/common';
import { noticeOfBudget } from './budget-notice';
import { recordNotices } from '../record/record-notices';

/**
 * Notifies that error budgets burn and are used up. What was notified is recorded in the transaction that stores the notices, and only if
 * no worker has recorded anything since the check: so each is sent once, whatever the number of workers, and after any crash.
 */
@Injectable()
export class BudgetNotices {
  constructor(
    private readonly database: Database,
    private readonly watch: BudgetWatch,
  ) {}

  /** Makes contracts due: something happened to them. */
  bringForward(tx: Transaction, contracts: ContractKeys): Promise<void> {
    return this.watch.bringForward(tx, contracts);
  }

  /** Looks at contracts that are due. @returns whether there may be more */
  async ofDue(): Promise<boolean> {
    const { turned, looks, hasMore } = await this.watch.due();
    const late: string[] = [];
    for (const one of turned) if (!(await this.isTold(one))) late.push(one.contract.node);
    // Others were there with a look that may be older than this one: what is so now is looked at again.
    if (late.length > 0) await this.database.transaction((tx) => this.bringForward(tx, { nodes: late }));
    await this.watch.storeLooks(looks);
    return hasMore || late.length > 0;
  }

  private isTold(turned: ChangedContract): Promise<boolean> {
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
