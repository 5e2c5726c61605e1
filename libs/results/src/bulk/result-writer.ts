import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { planBulk, type BulkEntry, type BulkPlan } from './bulk-plan';
import { BulkWriteRepository } from './bulk-write.repository';

/** Writes results of contracts that are locked. */
@Injectable()
export class ResultWriter {
  constructor(private readonly writes: BulkWriteRepository) {}

  /**
   * Stores results in place of those that they replace, as if one came after the other. Undefined where another contract has taken one of
   * their ids meanwhile: then the transaction has to be rolled back.
   */
  async write(tx: Transaction, entries: readonly BulkEntry[]): Promise<BulkPlan | undefined> {
    const plan = planBulk(entries, await this.writes.met(tx, entries));
    const kept = plan.results.filter(({ isKept }) => isKept);
    await this.writes.remove(tx, plan.removed, kept);
    return kept.length === 0 || (await this.writes.add(tx, kept)) ? plan : undefined;
  }
}
