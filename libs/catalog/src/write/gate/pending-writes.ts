import { AppError, type Actor } from '@app/common';
import { Database, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { versionText } from '../../read/entity-answer';
import type { WriteAnswer } from '../write-answer';
import { PendingWrite } from './pending-write';

/** How often a write is tried whose entity others change between its refusal and its keeping. */
const TRIES = 5;

/** Stores writes that a rule of their type makes pending. */
@Injectable()
export class PendingWrites {
  constructor(private readonly database: Database) {}

  /** `around` of one transaction, in its slot among the writers of the keys. */
  transaction<Answer extends WriteAnswer>(
    actor: Actor,
    keys: readonly string[],
    work: (tx: Transaction) => Promise<Answer>,
    isStrict?: boolean,
  ): Promise<Answer | WriteAnswer> {
    const write = (): Promise<Answer> => this.database.queuedTransaction(keys, work, actor.origin);
    return this.around(actor, isStrict, write);
  }

  /**
   * Does the write; one that a rule delays is stored as pending, and answered by the entity as it stays, with `kept`.
   *
   * @param isStrict a write that would be pending is refused: CONFLICT
   */
  async around<Answer extends WriteAnswer>(
    { origin }: Actor,
    isStrict: boolean | undefined,
    write: () => Promise<Answer>,
  ): Promise<Answer | WriteAnswer> {
    for (let tries = 0; tries < TRIES; tries++) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof PendingWrite) || (isStrict && !error.isDelay)) throw error;
        const { id, version, json } = error.entity;
        const kept = await this.database.transaction((tx) => error.keep(tx), origin);
        if (kept) return { id, version: versionText(version), json, kept };
      }
    }
    throw new AppError('CONFLICT', 'Others change it again and again at the moment: try again', { retryAfter: 1 });
  }
}
