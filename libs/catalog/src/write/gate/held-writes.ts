import { AppError, type Actor } from '@app/common';
import { Database, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { versionText, type EntityAnswer } from '../../read/entity-answer';
import { HeldWrite } from './held-write';

/** How often a write is tried whose entity others change between its refusal and its keeping. */
const TRIES = 5;

/** Keeps writes that a rule of their type keeps back. */
@Injectable()
export class HeldWrites {
  constructor(private readonly database: Database) {}

  /** `around` of one transaction, when it is its turn among the writers of the keys. */
  transaction<Answer extends EntityAnswer>(
    actor: Actor,
    keys: readonly string[],
    work: (tx: Transaction) => Promise<Answer>,
    isStrict?: boolean,
  ): Promise<Answer | EntityAnswer> {
    const write = (): Promise<Answer> => this.database.queuedTransaction(keys, work, actor.origin);
    return this.around(actor, isStrict, write);
  }

  /**
   * Does the write; one that is kept back is stored as such, and answered by the entity as it stays, with `kept`.
   *
   * @param isStrict what is kept back is refused instead: CONFLICT
   */
  async around<Answer extends EntityAnswer>(
    { origin }: Actor,
    isStrict: boolean | undefined,
    write: () => Promise<Answer>,
  ): Promise<Answer | EntityAnswer> {
    for (let tries = 0; tries < TRIES; tries++) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof HeldWrite) || (isStrict && !error.isDelay)) throw error;
        const { id, version, json } = error.entity;
        const kept = await this.database.transaction((tx) => error.keep(tx), origin);
        if (kept) return { id, version: versionText(version), json, kept };
      }
    }
    throw new AppError('CONFLICT', 'Others change it again and again at the moment: try again', { retryAfter: 1 });
  }
}
