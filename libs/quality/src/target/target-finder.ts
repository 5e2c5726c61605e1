import { EntityFinder, toEntityKey } from '@app/catalog';
import { notFound, type Actor, type Operation } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EvidenceTarget } from './evidence-target';

/** Finds the live entity that evidence is about, and checks the actor's permission. */
@Injectable()
export class TargetFinder {
  constructor(private readonly entities: EntityFinder) {}

  /**
   * @param key its id, or its FQN where that has two parts or more: none of those looks like a UUID
   * @throws {AppError} NOT_FOUND, also for what is hidden from the actor; FORBIDDEN
   */
  find(actor: Actor, type: string, key: string, operation: Operation): Promise<EvidenceTarget> {
    return this.entities.findFor(actor, operation, type, toEntityKey(key), key);
  }

  /** Keeps the entity from being removed while evidence is stored. @throws {AppError} NOT_FOUND where it is gone by now */
  async hold(tx: Transaction, { node, type, id }: EvidenceTarget): Promise<void> {
    const text = `select 1 from entity where node = $1 and deleted_by is null for key share`;
    if ((await query(tx, text, [node])).length === 0) throw notFound(type, id);
  }

  /** `hold`, and writers of evidence that shows on the entity come one after the other. */
  async lock(tx: Transaction, { node, type, id }: EvidenceTarget): Promise<void> {
    const text = `select 1 from entity where node = $1 and deleted_by is null for no key update`;
    if ((await query(tx, text, [node])).length === 0) throw notFound(type, id);
  }
}
