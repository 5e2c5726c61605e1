import { Visibility } from '@app/catalog';
import { isUuid, notFound, type Actor, type Operation } from '@app/common';
import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EvidenceTarget } from './evidence-target';

const found = (by: string, condition: string) => ({
  name: `evidence-target-${by}`,
  text: `
    select e.node::text as node, e.id::text as id, e.type, e.fqn,
           owner_ids(e.node) as "ownerIds"
      from entity e where e.type = $1 and e.deleted_by is null and ${condition}`,
});

const BY_ID = found('id', 'e.id = $2');
const BY_FQN = found('fqn', 'md5(e.fqn)::uuid = md5($2)::uuid and e.fqn = $2');

/** Finds the live entity that evidence is about, and holds it against what the actor may do. */
@Injectable()
export class TargetFinder {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /**
   * @param key its id, or its FQN where that has two parts or more: none of those looks like a UUID
   * @throws {AppError} NOT_FOUND, also for what is hidden from the actor; FORBIDDEN
   */
  async find(actor: Actor, type: string, key: string, operation: Operation): Promise<EvidenceTarget> {
    const [statement, value] = isUuid(key) ? [BY_ID, key.toLowerCase()] : [BY_FQN, key];
    const [target] = await this.database.read<EvidenceTarget>(statement, [type, value]);
    if (!target) throw notFound(type, key);
    await this.visibility.requireObject(this.database, actor, type, target, { key, oneOf: [operation] });
    return target;
  }

  /** Keeps the entity from being removed while evidence is stored. @throws {AppError} NOT_FOUND where it is gone by now */
  async hold(tx: Transaction, { node, type, id }: EvidenceTarget): Promise<void> {
    const text = `select 1 from entity where node = $1 and deleted_by is null for key share`;
    if ((await query(tx, text, [node])).length === 0) throw notFound(type, id);
  }

  /** As `hold`, and writers of evidence that shows on the entity come one after the other. */
  async lock(tx: Transaction, { node, type, id }: EvidenceTarget): Promise<void> {
    const text = `select 1 from entity where node = $1 and deleted_by is null for no key update`;
    if ((await query(tx, text, [node])).length === 0) throw notFound(type, id);
  }
}
