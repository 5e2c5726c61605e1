import { AccessControl } from '@app/auth';
import { entityTypes, SubtreeRemover } from '@app/catalog';
import type { Actor } from '@app/common';
import { query } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { asAdministrator } from './as-administrator';
import { NameRepository } from '../naming/name.repository';
import type { KnownAsset, KnownName } from '../naming/name.repository';

/**
 * A dataset whose newest change of state is DROP has its asset soft-deleted; a newer one of another kind brings back what such an
 * event had deleted. A rename is no more than that: the catalog's names belong to whoever writes the catalog.
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
   * @returns notes: what the sender may not delete
   */
  async publish(tx: Transaction, actor: Actor, names: readonly KnownName[], stamp: string): Promise<string[]> {
    const states = await query<{ name: string; state: string }>(tx, STATES, [names.map(({ key }) => key), stamp]);
    const notes: string[] = [];
    for (const name of names) {
      const state = states.find((row) => row.name === name.key)?.state;
      const { asset } = name;
      if (state === undefined || !asset) continue;
      if (state === 'DROP' && !asset.deleted) {
        if (this.mayDelete(actor, asset)) await this.drop(tx, actor, name, asset);
        else notes.push(`${asset.fqn} was dropped, but ${actor.name} may not delete it: it stays`);
      } else if (state !== 'DROP' && name.dropped) await this.bringBack(tx, actor, name, asset);
    }
    return notes;
  }

  private mayDelete(actor: Actor, asset: KnownAsset): boolean {
    return this.access.allows(actor, 'Delete', asset.type, asset);
  }

  private async drop(tx: Transaction, actor: Actor, { key }: KnownName, { type, id }: KnownAsset): Promise<void> {
    const request = { hardDelete: false, recursive: true };
    await this.remover.removeIn(
      { tx, actor: asAdministrator(actor), entityType: entityTypes.get(type) },
      { id },
      request,
    );
    await this.names.setDropped(tx, key, true);
  }

  private async bringBack(
    tx: Transaction,
    actor: Actor,
    { key }: KnownName,
    { type, id, deleted }: KnownAsset,
  ): Promise<void> {
    if (deleted)
      await this.remover.restoreIn({ tx, actor: asAdministrator(actor), entityType: entityTypes.get(type) }, id);
    await this.names.setDropped(tx, key, false);
  }
}

const STATES = `
  select name::text, body ->> 'state' as state from openlineage_facet
   where kind = 'lifecycle' and name = any($1::uuid[]) and stamp = $2`;
