import { randomUUID } from 'node:crypto';
import { TimeSlice } from '@app/common';
import { jsonbArray, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType, Relation } from '../definition/entity-type';
import type { EntityKey } from '../read/entity.repository';
import { labelsIn, type TagLabel } from '../document/tag-label';
import type { ChangeDescription } from '../document/change-description';
import type { EntityDocument } from '../definition/entity-document';
import type { EntityDraft, WriteContext } from './entity-draft';
import { hasOtherLabels, type EntityUpdate, type LockedEntity, type LockedOfType } from './entity-update';
import { storedJson } from './stored-json';
import {
  LOCK_BY,
  LOCK_IDS,
  INSERT,
  KEEP_VERSIONS,
  UPDATE,
  DELETE_TAGS,
  INSERT_TAGS,
  MARK,
  MARK_DELETION,
  DELETE_OUTGOING,
  DELETE_INCOMING,
  INSERT_REFERENCES,
} from './write-statements';

export interface PastState {
  readonly locked: LockedEntity;
  readonly document: EntityDocument;
}

/** Writes entities of one type. The number of statements is independent of the number of entities. */
@Injectable()
export class EntityWriteRepository {
  async lock(tx: Transaction, entityType: EntityType, key: EntityKey): Promise<LockedEntity | undefined> {
    const [statement, value] = 'id' in key ? [LOCK_BY.id, key.id] : [LOCK_BY.fqn, key.fqn];
    const [row] = await query<LockedEntity & object>(tx, statement, [entityType.type, value]);
    return row;
  }

  lockIds(tx: Transaction, ids: readonly string[]): Promise<LockedOfType[]> {
    return query<LockedOfType & object>(tx, LOCK_IDS, [ids]);
  }

  /** Inserts the drafts and sets their node and id. One statement. */
  async insert({ tx, actor, entityType }: WriteContext, drafts: readonly EntityDraft[]): Promise<void> {
    for (const draft of drafts) draft.id = randomUUID();
    const relations = drafts.flatMap((draft) => relationRows({ draft, properties: [...draft.relations.keys()] }));
    const labels = drafts.flatMap((draft) => labelRows(draft));
    const rows = await query<{ node: string; id: string }>(tx, INSERT, [
      ...[entityType.type, actor.name, drafts.map(({ id }) => id), ...columnsOf(drafts)],
      relations.map(({ draft }) => draft.id),
      relations.map(({ stored }) => stored),
      relations.map(({ other }) => other),
      relations.map(({ position }) => position),
      relations.map(({ inverse }) => inverse),
      labels.map(({ draft }) => draft.id),
      labels.map(({ label }) => label.tagFQN),
      labels.map(({ label }) => label.source),
    ]);
    const nodes = new Map(rows.map(({ id, node }) => [id, node]));
    for (const draft of drafts) draft.node = nodes.get(draft.id) as string;
  }

  /**
   * Writes the drafts and adds the previous states to the history: one statement, more if relations or labels changed.
   * @param behind sends what follows the first statement, without a wait for its answer
   * @returns node → when it changed, in epoch ms
   */
  async update(
    { tx, actor, entityType }: WriteContext,
    updates: readonly EntityUpdate[],
    behind?: () => Promise<void>,
  ): Promise<ReadonlyMap<string, number>> {
    const drafts = updates.map(({ draft }) => draft);
    const steps = updates.flatMap((update) => [...(update.earlier ?? []), update]);
    // Of a large document each of these takes a while.
    const slice = new TimeSlice();
    const past = pastColumns(steps.map(({ locked, previous }) => ({ locked, document: previous })));
    await slice.turn();
    const [nodes, versions] = [drafts.map(({ node }) => node), updates.map(({ version }) => version)];
    const columns = columnsOf(drafts);
    await slice.turn();
    const changes = updates.flatMap(({ earlier = [] }) => [...earlier.map(changeOf), null]);
    const values = [...past, actor.name, nodes, versions, ...columns, steps.map(({ version }) => version), changes];
    const [written] = await Promise.all([query<{ node: string; at: string }>(tx, UPDATE, values), behind?.()]);
    const relations = updates.map(({ draft, changedRelations }) => ({ draft, properties: changedRelations }));
    await this.deleteRelations(tx, entityType, relations);
    await this.insertRelations(tx, relations);
    await this.writeTags(tx, updates.filter(hasOtherLabels));
    return new Map(written.map(({ node, at }) => [node, Number(at)]));
  }

  /** Adds previous states to the history. */
  async keepVersions(tx: Transaction, states: readonly PastState[]): Promise<void> {
    await query(tx, KEEP_VERSIONS, pastColumns(states));
  }

  /** Records a change outside the entity's own attributes: a new version. */
  mark(tx: Transaction, { node }: LockedEntity, actorName: string, change: ChangeDescription): Promise<void> {
    return this.markAll(tx, [{ node, change }], actorName);
  }

  async markAll(
    tx: Transaction,
    marks: readonly { readonly node: string; readonly change: ChangeDescription }[],
    actorName: string,
  ): Promise<void> {
    const changes = marks.map(({ change }) => JSON.stringify(change));
    await query(tx, MARK, [actorName, marks.map(({ node }) => node), changes]);
  }

  /** `mark` for a deletion or restoration: `SubtreeStore` records its event. */
  async markDeletion(
    tx: Transaction,
    { node }: LockedEntity,
    actorName: string,
    change: ChangeDescription,
  ): Promise<void> {
    await query(tx, MARK_DELETION, [actorName, [node], [JSON.stringify(change)]]);
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
      const stored = outgoing.map(({ relation, property }) => relation.stored ?? property);
      await query(tx, DELETE_OUTGOING, [outgoing.map(({ node }) => node), stored]);
    }
    const inverse = new Map(rows.filter(({ relation }) => relation.inverse).map((row) => [row.property, row.relation]));
    for (const [property, { stored, types }] of inverse) {
      const nodes = rows.filter((row) => row.property === property).map(({ node }) => node);
      await query(tx, DELETE_INCOMING, [nodes, stored, types]);
    }
  }

  private async insertRelations(tx: Transaction, changes: readonly RelationsOfDraft[]): Promise<void> {
    const rows = changes.flatMap(relationRows);
    if (!rows.length) return;
    await query(tx, INSERT_REFERENCES, [
      rows.map(({ draft, other, inverse }) => (inverse ? other : draft.node)),
      rows.map(({ stored }) => stored),
      rows.map(({ draft, other, inverse }) => (inverse ? draft.node : other)),
      rows.map(({ position }) => position),
    ]);
  }

  private async writeTags(tx: Transaction, updates: readonly EntityUpdate[]): Promise<void> {
    if (!updates.length) return;
    await query(tx, DELETE_TAGS, [updates.map(({ draft }) => draft.node)]);
    const labels = updates.flatMap(({ draft }) => labelRows(draft));
    if (!labels.length) return;
    await query(tx, INSERT_TAGS, [
      labels.map(({ draft }) => draft.node),
      labels.map(({ label }) => label.tagFQN),
      labels.map(({ label }) => label.source),
    ]);
  }
}

interface RelationsOfDraft {
  readonly draft: EntityDraft;
  readonly properties: readonly string[];
}

/** A row of entity_reference between the draft's entity and another one. */
interface RelationRow {
  readonly draft: EntityDraft;
  readonly stored: string;
  /** Node at the other end. */
  readonly other: string;
  readonly position: number;
  /** The reference is from the other end to the draft's entity. */
  readonly inverse: boolean;
}

function relationRows({ draft, properties }: RelationsOfDraft): RelationRow[] {
  return properties.flatMap((property) => {
    const { stored = property, inverse = false } = draft.entityType.relations[property] ?? {};
    return (draft.relations.get(property) ?? []).map(({ node: other, fullyQualifiedName }, position) => {
      if (other === undefined) throw new Error(`${property} of ${draft.fqn}: ${fullyQualifiedName} was not looked up`);
      return { draft, stored, other, position, inverse };
    });
  });
}

function labelRows(draft: EntityDraft): { draft: EntityDraft; label: TagLabel }[] {
  return labelsIn(draft.entityType, draft.attributes).map((label) => ({ draft, label }));
}

const changeOf = ({ draft }: Pick<EntityUpdate, 'draft'>): string =>
  JSON.stringify(draft.attributes.changeDescription ?? null);

/** node, version, updated_at, document: one array each. */
function pastColumns(states: readonly PastState[]): unknown[] {
  return [
    states.map(({ locked }) => locked.node),
    states.map(({ locked }) => locked.version),
    states.map(({ locked }) => locked.updated_at),
    jsonbArray(states.map(({ document }) => JSON.stringify(document))),
  ];
}

/** name, fqn, parent, root, body, details: one array each. */
function columnsOf(drafts: readonly EntityDraft[]): unknown[] {
  const stored = drafts.map(storedJson);
  return [
    drafts.map(({ name }) => name),
    drafts.map(({ fqn }) => fqn),
    drafts.map(({ parent }) => parent?.node ?? null),
    drafts.map(({ parent }) => parent?.root ?? null),
    jsonbArray(stored.map(([body]) => body)),
    jsonbArray(stored.map(([, details]) => details)),
  ];
}
