import { randomUUID } from 'node:crypto';
import { NOW_MS, run } from '@app/database';
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

/** One of those that were locked by their ids, with those who own it. */
export interface LockedOfType extends LockedEntity {
  readonly type: string;
  readonly owner_ids: readonly string[];
}

/** A draft of an entity that is there, with its new version and the relations whose rows are written anew. */
export interface EntityUpdate {
  readonly draft: EntityDraft;
  /** In tenths. */
  readonly version: number;
  readonly changedRelations: readonly string[];
}

/** The state that an entity had. */
export interface PastState {
  readonly locked: LockedEntity;
  readonly document: EntityDocument;
}

const LOCK = `select node, id, name, fqn, parent, version, updated_at, deleted_by from entity e where e.type = $1 and`;

/** Writes of entities of one type. The number of statements does not grow with the number of entities. */
@Injectable()
export class EntityStore {
  async lock(tx: Transaction, entityType: EntityType, key: EntityKey): Promise<LockedEntity | undefined> {
    const [condition, value] =
      'id' in key ? ['e.id = $2', key.id] : ['(md5(e.fqn)::uuid) = md5($2)::uuid and e.fqn = $2', key.fqn];
    const [row] = await run<LockedEntity>(tx, `${LOCK} ${condition} for no key update`, [entityType.type, value]);
    return row;
  }

  /** Those that are there, by FQN; locked in one order by everybody who locks several. */
  async lockAll(
    tx: Transaction,
    entityType: EntityType,
    fqns: readonly string[],
  ): Promise<ReadonlyMap<string, LockedEntity>> {
    const named = `(md5(e.fqn)::uuid) = any(array(select md5(f)::uuid from unnest($2::text[]) f)) and e.fqn = any($2)`;
    const text = `${LOCK} ${named} order by e.node for no key update`;
    const rows = await run<LockedEntity>(tx, text, [entityType.type, fqns]);
    return new Map(rows.map((row) => [row.fqn, row]));
  }

  /** Of whatever types; locked in one order by everybody who locks several. */
  lockIds(tx: Transaction, ids: readonly string[]): Promise<LockedOfType[]> {
    const text = `select node, id, name, fqn, parent, version, updated_at, deleted_by, type, owner_ids(node)
                    from entity where id = any($1::uuid[]) order by node for no key update`;
    return run<LockedOfType>(tx, text, [ids]);
  }

  /** Gives the drafts the node and id of their new rows. */
  async insert(
    tx: Transaction,
    entityType: EntityType,
    drafts: readonly EntityDraft[],
    actorName: string,
  ): Promise<void> {
    for (const draft of drafts) draft.id = randomUUID();
    const rows = await run<{ node: string; id: string }>(
      tx,
      `insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
       select n.id, $1, n.name, n.fqn, n.parent, n.root, 1, ${NOW_MS}, $2, n.body, n.details
         from unnest($3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::jsonb[], $9::jsonb[])
              n(id, name, fqn, parent, root, body, details)
       returning node, id`,
      [entityType.type, actorName, drafts.map(({ id }) => id), ...columnsOf(drafts)],
    );
    const nodes = new Map(rows.map(({ id, node }) => [id, node]));
    for (const draft of drafts) draft.node = nodes.get(draft.id) as string;
    await this.insertRelations(
      tx,
      drafts.map((draft) => ({ draft, properties: [...draft.relations.keys()] })),
    );
    await this.insertTags(tx, drafts);
  }

  async update(
    tx: Transaction,
    entityType: EntityType,
    updates: readonly EntityUpdate[],
    actorName: string,
  ): Promise<void> {
    const drafts = updates.map(({ draft }) => draft);
    const nodes = drafts.map(({ node }) => node);
    await run(
      tx,
      `update entity e set name = n.name, fqn = n.fqn, parent = n.parent, root = n.root, version = n.version,
              updated_at = greatest(${NOW_MS}, e.updated_at), updated_by = $1, body = n.body, details = n.details
         from unnest($2::bigint[], $3::integer[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::jsonb[], $9::jsonb[])
              n(node, version, name, fqn, parent, root, body, details)
        where e.node = n.node`,
      [actorName, nodes, updates.map(({ version }) => version), ...columnsOf(drafts)],
    );
    const changes = updates.map(({ draft, changedRelations }) => ({ draft, properties: changedRelations }));
    await this.deleteRelations(tx, entityType, changes);
    await this.insertRelations(tx, changes);
    await run(tx, `delete from tag_usage where node = any($1)`, [nodes]);
    await this.insertTags(tx, drafts);
  }

  /** Puts the states that were into the history. */
  async keepVersions(tx: Transaction, states: readonly PastState[]): Promise<void> {
    await run(
      tx,
      `insert into entity_version (node, version, updated_at, document)
       select * from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::jsonb[])`,
      [
        states.map(({ locked }) => locked.node),
        states.map(({ locked }) => locked.version),
        states.map(({ locked }) => locked.updated_at),
        states.map(({ document }) => JSON.stringify(document)),
      ],
    );
  }

  /** A change that is none of the entity's own attributes: a new version. */
  mark(tx: Transaction, { node }: LockedEntity, actorName: string, change: ChangeDescription): Promise<void> {
    return this.markAll(tx, [{ node, change }], actorName);
  }

  async markAll(
    tx: Transaction,
    marks: readonly { readonly node: string; readonly change: ChangeDescription }[],
    actorName: string,
  ): Promise<void> {
    await run(
      tx,
      `update entity e set version = e.version + 1, updated_at = greatest(${NOW_MS}, e.updated_at), updated_by = $1,
         details = e.details || jsonb_build_object('changeDescription', n.change)
         from unnest($2::bigint[], $3::jsonb[]) n(node, change) where e.node = n.node`,
      [actorName, marks.map(({ node }) => node), marks.map(({ change }) => JSON.stringify(change))],
    );
  }

  private async deleteRelations(
    tx: Transaction,
    entityType: EntityType,
    changes: readonly RelationsOfDraft[],
  ): Promise<void> {
    const rows = changes.flatMap(({ draft, properties }) =>
      properties.map((property) => ({
        node: draft.node,
        relation: entityType.relations[property] as Relation,
        property,
      })),
    );
    const outgoing = rows.filter(({ relation }) => !relation.inverse);
    if (outgoing.length) {
      await run(
        tx,
        `delete from entity_reference r using unnest($1::bigint[], $2::text[]) n(node, relation)
          where r.from_node = n.node and r.relation = n.relation`,
        [outgoing.map(({ node }) => node), outgoing.map(({ relation, property }) => relation.stored ?? property)],
      );
    }
    const inverse = new Map(rows.filter(({ relation }) => relation.inverse).map((row) => [row.property, row.relation]));
    for (const [property, { stored, types }] of inverse) {
      const nodes = rows.filter((row) => row.property === property).map(({ node }) => node);
      // Entities of other types may hold the same relation to it; they are not what this property shows.
      await run(
        tx,
        `delete from entity_reference r using entity f
          where r.to_node = any($1) and r.relation = $2 and f.node = r.from_node and f.type = any($3)`,
        [nodes, stored, types],
      );
    }
  }

  private async insertRelations(tx: Transaction, changes: readonly RelationsOfDraft[]): Promise<void> {
    const rows = changes.flatMap(relationRows);
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

  private async insertTags(tx: Transaction, drafts: readonly EntityDraft[]): Promise<void> {
    const labels = drafts.flatMap(({ node, entityType, attributes }) =>
      labelsIn(entityType, attributes).map(({ tagFQN, source }) => ({ node, tagFQN, source })),
    );
    if (!labels.length) return;
    await run(
      tx,
      `insert into tag_usage (node, tag_fqn, source) select * from unnest($1::bigint[], $2::text[], $3::text[])`,
      [labels.map(({ node }) => node), labels.map(({ tagFQN }) => tagFQN), labels.map(({ source }) => source)],
    );
  }
}

interface RelationsOfDraft {
  readonly draft: EntityDraft;
  readonly properties: readonly string[];
}

function relationRows({
  draft,
  properties,
}: RelationsOfDraft): { from: string; stored: string; to: string; i: number }[] {
  return properties.flatMap((property) => {
    const relation = draft.entityType.relations[property];
    const targets = draft.relations.get(property) ?? [];
    const stored = relation?.stored ?? property;
    return targets.map(({ node }, i) =>
      relation?.inverse ? { from: node, stored, to: draft.node, i } : { from: draft.node, stored, to: node, i },
    );
  });
}

/** name, fqn, parent, root, body, details: an array for each. */
function columnsOf(drafts: readonly EntityDraft[]): unknown[][] {
  const stored = drafts.map(storedJson);
  return [
    drafts.map(({ name }) => name),
    drafts.map(({ fqn }) => fqn),
    drafts.map(({ parent }) => parent?.node ?? null),
    drafts.map(({ parent }) => parent?.root ?? null),
    stored.map(([body]) => body),
    stored.map(([, details]) => details),
  ];
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
