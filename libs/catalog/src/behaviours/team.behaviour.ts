import { invalidFields, type Actor } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityBehaviour } from '../write/entity-behaviour';
import type { EntityDraft } from '../write/entity-draft';
import { TeamObservers } from './team-observers';

/** No team stands above itself: its members would be those of every team on the way, and clients that walk a tree would not end. */
@Injectable()
export class TeamBehaviour implements EntityBehaviour {
  constructor(private readonly observers: TeamObservers) {}

  /** @throws {AppError} BAD_REQUEST */
  async written(tx: Transaction, _actor: Actor, { node, name, relations }: EntityDraft): Promise<void> {
    if (!['parents', 'children'].some((relation) => relations.get(relation)?.length)) return;
    // Two transactions that each put the one team above the other do not see each other's rows.
    await query(
      tx,
      { name: 'team-tree-lock', text: `select pg_advisory_xact_lock(hashtextextended('team tree', 0))` },
      [],
    );
    const [circle] = await query(tx, ABOVE_ITSELF, [node]);
    if (circle)
      throw invalidFields([{ field: 'parents', message: `and children would put the team ${name} above itself` }]);
  }

  hidden(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void> {
    return this.observers.teamsDeleted(tx, actor, nodes);
  }

  removing(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void> {
    return this.observers.teamsDeleted(tx, actor, nodes);
  }
}

const ABOVE_ITSELF = {
  name: 'team-above-itself',
  text: `
  with recursive above (node) as (
    select to_node from entity_reference where from_node = $1 and relation = 'parents'
    union
    select r.to_node from above a join entity_reference r on r.from_node = a.node and r.relation = 'parents')
  select 1 as found from above where node = $1`,
};
