import { EntityFinder, toEntityKey, writerKey } from '@app/catalog';
import { notFound, type Actor, type Operation, type RequestOrigin } from '@app/common';
import { Database, once, query, tokenKeys, type IdempotencyToken, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EvidenceTarget } from './evidence-target';

const CREATED = 201;
const OK = 200;

/** A piece of evidence that was stored, as JSON text. */
export interface Written {
  readonly json: string;
  /** Whether it was added; not if it replaced another, or nothing had to be added. */
  readonly isNew: boolean;
  /** It is the answer to an earlier request with the same Idempotency-Key. */
  readonly replayed?: true;
}

/** Finds the live entity that evidence is about, checks the actor's permission, and orders those who write about it. */
@Injectable()
export class TargetFinder {
  constructor(
    private readonly entities: EntityFinder,
    private readonly database: Database,
  ) {}

  /**
   * @param key its id, or its FQN where that has two parts or more: none of those looks like a UUID
   * @throws {AppError} NOT_FOUND, also for what is hidden from the actor; FORBIDDEN
   */
  find(actor: Actor, type: string, key: string, operation: Operation): Promise<EvidenceTarget> {
    return this.entities.findFor(actor, operation, type, toEntityKey(key), key);
  }

  /** Stores evidence of the entity, which stays meanwhile. @throws {AppError} NOT_FOUND where it is gone by now */
  add<T>(target: EvidenceTarget, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.queuedTransaction([writerKey(target.type, target)], async (tx) => {
      await this.hold(tx, target);
      return work(tx);
    });
  }

  /** Changes evidence that shows on the entity: those who do so come one after the other. @throws {AppError} as `add` */
  change<T>(target: EvidenceTarget, work: (tx: Transaction) => Promise<T>, origin?: RequestOrigin): Promise<T> {
    const locked = async (tx: Transaction): Promise<T> => {
      await this.lock(tx, target);
      return work(tx);
    };
    return this.database.queuedTransaction([writerKey(target.type, target)], locked, origin);
  }

  /** Writes evidence of the entity once for each Idempotency-Key. @param work locks it */
  async writeOnce(
    target: EvidenceTarget,
    token: IdempotencyToken | undefined,
    work: (tx: Transaction) => Promise<Written>,
    origin?: RequestOrigin,
  ): Promise<Written> {
    const keys = [...tokenKeys(token), writerKey(target.type, target)];
    const answer = ({ isNew, json }: Written) => ({ status: isNew ? CREATED : OK, headers: {}, body: json });
    const keep = (written: Written) => ({ answer: answer(written) });
    const done = await this.database.queuedTransaction(keys, (tx) => once(tx, token, () => work(tx), keep), origin);
    if (!done.isReplay) return done.effect;
    const { status, body } = done.answer!;
    return { json: body, isNew: status === CREATED, replayed: true };
  }

  /** Locks the entity against removal while evidence is stored. @throws {AppError} NOT_FOUND where it is gone by now */
  hold(tx: Transaction, target: EvidenceTarget): Promise<void> {
    return lockRow(tx, target, 'for key share');
  }

  /** `hold`, and writers of evidence that shows on the entity come one after the other. */
  lock(tx: Transaction, target: EvidenceTarget): Promise<void> {
    return lockRow(tx, target, 'for no key update');
  }
}

async function lockRow(tx: Transaction, { node, type, id }: EvidenceTarget, lock: string): Promise<void> {
  const text = `select 1 from entity where node = $1 and deleted_by is null ${lock}`;
  if ((await query(tx, text, [node])).length === 0) throw notFound(type, id);
}
