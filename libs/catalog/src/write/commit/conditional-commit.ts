import { isOfAValue } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { WriteAnswer } from '../write-answer';
import type { Writing } from '../entity-draft';
import { SnapshotStore } from '../snapshot/snapshot-store';
import type { MadePlan } from '../write-plans';
import { ConditionalChanges } from './conditional-changes';
import { ConditionalCreates } from './conditional-creates';

/** Writes what was planned if all that it was planned on is still the same, which the statement compares. */
@Injectable()
export class ConditionalCommit {
  constructor(
    private readonly changes: ConditionalChanges,
    private readonly creates: ConditionalCreates,
    private readonly snapshots: SnapshotStore,
  ) {}

  /**
   * @returns the answer, or why nothing was written. stale: it is to be planned anew. held: another transaction has locked what it needs,
   * or the database refused a value
   */
  async write(
    { actor, entityType }: Writing,
    { plan, key, entity, location }: MadePlan,
  ): Promise<WriteAnswer | 'stale' | 'held'> {
    if (plan.kind === 'creation' && location) return this.creates.make(actor, entityType, plan.draft, location);
    if (plan.kind !== 'attributes' || !key || !entity) throw new Error(`A plan of ${plan.kind} is not written so`);
    try {
      const changed = await this.changes.make(actor, entityType, entity, plan);
      if (!changed) return 'stale';
      this.snapshots.put(entityType, key, changed.entity);
      return changed.answer;
    } catch (error) {
      if (isOfAValue(error)) return 'held';
      throw error;
    }
  }
}
