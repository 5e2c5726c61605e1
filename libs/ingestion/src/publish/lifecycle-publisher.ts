import { AccessControl } from '@app/auth';
import { entityTypes, SubtreeRemover } from '@app/catalog';
import { AppError, type Actor } from '@app/common';
import { behindSavepoint, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { NameRepository, type KnownAsset, type KnownName } from '../naming/name.repository';

/**
 * A dataset whose newest change of state is DROP has its asset soft-deleted; a newer one of another kind brings back what such an
 * event had deleted. A rename is no more than that: the catalog's names belong to the users of the catalog.
 */
@Injectable()
export class LifecyclePublisher {
  constructor(
    private readonly names: NameRepository,
    private readonly remover: SubtreeRemover,
    private readonly access: AccessControl,
  ) {}

  /**
   * @param stamp of the event that is being taken: what an older event says changes nothing
   * @returns notes: what the sender may not delete or cannot restore
   */
  async publish(tx: Transaction, actor: Actor, names: readonly KnownName[], stamp: string): Promise<string[]> {
    const states = await query<{ name: string; state: string }>(tx, STATES, [names.map(({ key }) => key), stamp]);
    const notes: string[] = [];
    for (const name of names) {
      const state = states.find((row) => row.name === name.key)?.state;
      const { asset } = name;
      if (state === undefined || !asset) continue;
      if (state === 'DROP' && !asset.deleted) {
        const isDropped = this.mayDelete(actor, asset) && (await this.drop(tx, actor, name, asset));
        if (!isDropped) notes.push(`${asset.fqn} was dropped, but ${actor.name} may not delete it: it stays`);
      } else if (state !== 'DROP' && name.dropped && !(await this.bringBack(tx, actor, name, asset)))
        notes.push(`${asset.fqn} is there again, but ${actor.name} cannot restore it: it stays deleted`);
    }
    return notes;
  }

  private mayDelete(actor: Actor, asset: KnownAsset): boolean {
    return this.access.allows(actor, 'Delete', asset.type, asset);
  }

  /** Deletes as a recursive DELETE of the sender would. @returns whether the sender may delete it and all that lies below */
  private drop(tx: Transaction, actor: Actor, name: KnownName, { type, id }: KnownAsset): Promise<boolean> {
    const request = { hardDelete: false, recursive: true };
    const context = { tx, actor, entityType: entityTypes.get(type) };
    return this.marked(tx, name, true, () => this.remover.removeIn(context, { id }, request));
  }

  /** Restores as a restoration by the sender would. @returns whether the sender may restore it */
  private bringBack(
    tx: Transaction,
    actor: Actor,
    name: KnownName,
    { type, id, deleted }: KnownAsset,
  ): Promise<boolean> {
    const context = { tx, actor, entityType: entityTypes.get(type) };
    return this.marked(tx, name, false, async () => deleted && this.remover.restoreIn(context, id));
  }

  /** Does the work and stores whether an event has dropped the dataset, unless the work is refused. */
  private async marked(
    tx: Transaction,
    { key }: KnownName,
    dropped: boolean,
    work: () => Promise<unknown>,
  ): Promise<boolean> {
    const isDone = await undoneIfRefused(tx, work);
    if (isDone) await this.names.setDropped(tx, key, dropped);
    return isDone;
  }
}

/** Errors of what a sender may not do, or not as things stand: what lies below something deleted is restored with that. */
const REFUSALS: readonly string[] = ['FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST', 'CONFLICT'];

/** A refusal leaves nothing changed; whatever else fails, fails. */
async function undoneIfRefused(tx: Transaction, work: () => Promise<unknown>): Promise<boolean> {
  const isRefusal = (error: unknown): boolean => error instanceof AppError && REFUSALS.includes(error.code);
  try {
    await behindSavepoint(tx, work, isRefusal);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

const STATES: PreparedStatement = {
  name: 'openlineage-states',
  text: `
  select name::text, body ->> 'state' as state from openlineage_facet
   where kind = 'lifecycle' and name = any($1::uuid[]) and stamp = $2`,
};
