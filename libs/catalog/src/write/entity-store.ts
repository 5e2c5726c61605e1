import { run } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType, Relation } from '../definition/entity-type';
import type { EntityKey } from '../read/entity.repository';
import { labelsIn } from './document/tag-label';
import type { ChangeDescription } from './document/change-description';
import type { EntityDocument } from './entity-behaviour';
import type { EntityDraft } from './entity-draft';

/** The row of an entity, locked for a change. */
export interface LockedEntity {
  readonly node: string;
  readonly id: string;
  readonly name: string;
  readonly fqn: string;
  readonly parent: string | null;
  version: number;
  readonly updated_at: string;
  /** The node whose deletion hid it, or null. */
  readonly deleted_by: string | null;
}

/** Time of the database, in epoch ms. */
const NOW_MS = `(extract(epoch from clock_timestamp()) * 1000)::bigint`;

const LOCK = `select node, id, name, fqn, parent, version, updated_at, deleted_by from entity e where e.type = $1 and`;

/** Writes of single entities. Statements are few and of fixed number. */
@Injectable()
export class EntityStore {
  async lock(tx: Transaction, entityType: EntityType, key: EntityKey): Promise<LockedEntity | undefined> {
    const [condition, value] =
      'id' in key ? ['e.id = $2', key.id] : ['(md5(e.fqn)::uuid) = md5($2)::uuid and e.fqn = $2', key.fqn];
    const [row] = await run<LockedEntity>(tx, `${LOCK} ${condition} for no key update`, [entityType.type, value]);
    return row;
  }

  async insert(tx: Transaction, draft: EntityDraft, actorName: string): Promise<void> {
    const { entityType, parent } = draft;
    const [row] = await run<{ node: string; id: string }>(
      tx,
      `insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, 1, ${NOW_MS}, $6, $7, $8) returning node, id`,
      [entityType.type, draft.name, draft.fqn, parent?.node, parent?.root, actorName, ...storedJson(draft)],
    );
    Object.assign(draft, row);
    await this.insertRelations(tx, draft, [...draft.relations.keys()]);
    await this.writeTags(tx, draft, false);
  }

  /** `changedRelations`: those whose rows are written anew. */
  async update(
    tx: Transaction,
    draft: EntityDraft,
    version: number,
    actorName: string,
    changedRelations: readonly string[],
  ): Promise<void> {
    await run(
      tx,
      `update entity set name = $2, fqn = $3, parent = $4, root = $5, version = $6, updated_at = greatest(${NOW_MS}, updated_at),
         updated_by = $7, body = $8, details = $9 where node = $1`,
      [
        draft.node,
        draft.name,
        draft.fqn,
        draft.parent?.node,
        draft.parent?.root,
        version,
        actorName,
        ...storedJson(draft),
      ],
    );
    await this.deleteRelations(tx, draft, changedRelations);
    await this.insertRelations(tx, draft, changedRelations);
    await this.writeTags(tx, draft, true);
  }

  /** Puts the state that was into the history. */
  async keepVersion(tx: Transaction, locked: LockedEntity, document: EntityDocument): Promise<void> {
    await run(tx, `insert into entity_version (node, version, updated_at, document) values ($1, $2, $3, $4)`, [
      locked.node,
      locked.version,
      locked.updated_at,
      JSON.stringify(document),
    ]);
  }

  /** A change of nothing but the deletion: a new version. */
  async mark(tx: Transaction, locked: LockedEntity, actorName: string, change: ChangeDescription): Promise<void> {
    await run(
      tx,
      `update entity set version = version + 1, updated_at = greatest(${NOW_MS}, updated_at), updated_by = $2,
         details = details || jsonb_build_object('changeDescription', $3::jsonb) where node = $1`,
      [locked.node, actorName, JSON.stringify(change)],
    );
  }

  private async deleteRelations(
    tx: Transaction,
    { node, entityType }: EntityDraft,
    properties: readonly string[],
  ): Promise<void> {
    const outgoing = properties.filter((property) => !entityType.relations[property]?.inverse);
    const stored = outgoing.map((property) => entityType.relations[property]?.stored ?? property);
    if (stored.length) {
      await run(tx, `delete from entity_reference where from_node = $1 and relation = any($2)`, [node, stored]);
    }
    for (const property of properties) {
      const { inverse, stored: relation, types } = entityType.relations[property] as Relation;
      if (!inverse) continue;
      // Entities of other types may hold the same relation to it; they are not what this property shows.
      await run(
        tx,
        `delete from entity_reference r using entity f
          where r.to_node = $1 and r.relation = $2 and f.node = r.from_node and f.type = any($3)`,
        [node, relation, types],
      );
    }
  }

  private async insertRelations(tx: Transaction, draft: EntityDraft, properties: readonly string[]): Promise<void> {
    const rows = properties.flatMap((property) => {
      const relation = draft.entityType.relations[property];
      const targets = draft.relations.get(property) ?? [];
      const stored = relation?.stored ?? property;
      return targets.map(({ node }, i) =>
        relation?.inverse ? { from: node, stored, to: draft.node, i } : { from: draft.node, stored, to: node, i },
      );
    });
    if (!rows.length) return;
    await run(
      tx,
      `insert into entity_reference (from_node, relation, to_node, position)
       select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::int[]) on conflict do nothing`,
      [
        rows.map(({ from }) => from),
        rows.map(({ stored }) => stored),
        rows.map(({ to }) => to),
        rows.map(({ i }) => i),
      ],
    );
  }

  private async writeTags(tx: Transaction, draft: EntityDraft, replace: boolean): Promise<void> {
    const labels = labelsIn(draft.entityType, draft.attributes);
    if (replace) await run(tx, `delete from tag_usage where node = $1`, [draft.node]);
    if (!labels.length) return;
    await run(tx, `insert into tag_usage (node, tag_fqn, source) select $1, * from unnest($2::text[], $3::text[])`, [
      draft.node,
      labels.map(({ tagFQN }) => tagFQN),
      labels.map(({ source }) => source),
    ]);
  }
}

/** body and details as JSON. */
function storedJson({ entityType, attributes }: EntityDraft): [string, string] {
  const body: Record<string, unknown> = {};
  const details: Record<string, unknown> = {};
  for (const [name, { shown, fromRoot, computed }] of Object.entries(entityType.attributes)) {
    if (attributes[name] === undefined || fromRoot || computed) continue;
    (shown === 'base' ? body : details)[name] = attributes[name];
  }
  return [JSON.stringify(body), JSON.stringify(details)];
}
