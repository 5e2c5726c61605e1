import type { CheckBlock, CheckStep } from '@app/catalog';
import { Injectable } from '@nestjs/common';
import { ObjectiveRepository } from '../document/objective.repository';
import { BudgetWatch } from './budget-watch';

/** Contracts judged per block. */
const PAGE = 200;

/** Checks what the last look at each contract with objectives has stored: whether it burns, and until when. What differs is looked at again. */
@Injectable()
export class BudgetCheck implements CheckStep {
  readonly name = 'budgets';

  constructor(
    private readonly repository: ObjectiveRepository,
    private readonly watch: BudgetWatch,
  ) {}

  size(): Promise<number> {
    return this.repository.count();
  }

  async block(after: string): Promise<CheckBlock> {
    const at = await this.repository.now();
    const stored = await this.repository.looked(at, PAGE, after || '0');
    const right = await this.watch.states(stored, at);
    const wrong = stored.filter(({ burning, until }, index) => {
      const state = right[index]!;
      return burning !== state.burning || (until ?? Infinity) > state.until;
    });
    const budgets = await this.repository.reopen(wrong);
    const next = stored.length < PAGE ? undefined : stored.at(-1)?.node;
    return { compared: stored.length, mended: { budgets }, left: [], ...(next !== undefined && { next }) };
  }
}
