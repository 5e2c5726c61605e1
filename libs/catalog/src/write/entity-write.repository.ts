import { randomUUID } from 'node:crypto';
import { TimeSlice, type Actor } from '@app/common';
import { jsonbArray, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType, Relation } from '../definition/entity-type';
import type { EntityRow } from '../read/entity-row';
import type { EntityKey } from '../read/entity.repository';
import { labelKey, labelsIn, type TagLabel } from './document/tag-label';
import type { ChangeDescription } from './document/change-description';
import type { EntityDocument } from './entity-behaviour';
import type { EntityDraft, WriteContext } from './entity-draft';
import { insertAtPlace, insertAtPlaces, LOCK_PLACE, LOCK_PLACES } from './place-statements';
import { defaultsOf, storedJson } from './stored-json';
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

/** The row of an entity, locked for a change. */
export interface LockedEntity {
  readonly node: string;
  readonly id: string;
  readonly name: string;
  readonly fqn: string;
  readonly parent: string | null;
  readonly root: string | null;
  version: number;
  readonly updated_at: string;
  /** The node whose deletion hid it, or null. */
  readonly deleted_by: string | null;
  /** Ids of its owners, if read together with the row. */
  readonly owner_ids?: readonly string[] | null;
}

/** An entity locked by id, with its owners. */
export interface LockedOfType extends LockedEntity {
  readonly type: string;
  readonly owner_ids: readonly string[];
}

/** A draft of an existing entity, with its previous state, its new version and the relations whose rows are rewritten. */
export interface EntityUpdate {
  readonly draft: EntityDraft;
  readonly locked: LockedEntity;
  /** As stored, without inherited values. */
  readonly previous: EntityDocument;
  /** In tenths. */
  readonly version: number;
  readonly changedRelations: readonly string[];
  /** Updates of the entity before this one that are written with it, oldest first: of attributes only. Their states go to the history. */
  readonly earlier?: readonly EntityUpdate[];
}

/** What a new entity does not have from its place. */
export type OwnColumns = Pick<EntityRow, 'node' | 'updated_at' | 'body' | 'details' | 'defaults'>;

/** Of these what only the database knows. */
type ToldColumns = Omit<OwnColumns, 'defaults'>;

/** A draft without references and labels, with who sent it and the stamp of its place. */
export interface PlacedDraft {
  readonly actor: Actor;
  readonly draft: EntityDraft;
  readonly stamp: string;
}

/** A previous state of an entity. */
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
   * Inserts a draft without references and labels, and sets its node and id, if its place has the stamp and its name is free. In two
   * statements that are sent together: the second sees what the locks of the first have waited for.
   * @returns its own columns of a read with all fields
   */
  async insertAtPlace(
    { tx, actor, entityType }: WriteContext,
    draft: EntityDraft,
    stamp: string,
  ): Promise<OwnColumns | undefined> {
    const [statement, parent] = [insertAtPlace(entityType), draft.parent];
    if (!statement || !parent) throw new Error(`${draft.fqn} has no place that is known`);
    draft.id = randomUUID();
    const [body, details] = storedJson(draft);
    const place = [parent.root, parent.node];
    const locking = query(tx, LOCK_PLACE, place);
    const own = [draft.id, draft.name, draft.fqn, body, details, actor.name];
    const [[row]] = await Promise.all([query<ToldColumns>(tx, statement, [...place, stamp, ...own]), locking]);
    if (!row) return undefined;
    draft.node = row.node;
    return { ...row, defaults: defaultsOf(draft) };
  }

  /** As `insertAtPlace`, of several of different FQNs and requests. @returns id → own columns, of those that were inserted */
  async insertAtPlaces(
    tx: Transaction,
    entityType: EntityType,
    placed: readonly PlacedDraft[],
  ): Promise<ReadonlyMap<string, OwnColumns>> {
    const statement = insertAtPlaces(entityType);
    if (!statement) throw new Error(`Places of ${entityType.type} have no stamp`);
    for (const { draft } of placed) draft.id = randomUUID();
    const drafts = placed.map(({ draft }) => draft);
    const [names, fqns, parents, roots, bodies, details] = columnsOf(drafts);
    const locking = query(tx, LOCK_PLACES, [roots, parents]);
    const rows = query<ToldColumns & { readonly id: string }>(tx, statement, [
      ...[roots, parents, placed.map(({ stamp }) => stamp), drafts.map(({ id }) => id), names, fqns, bodies, details],
      placed.map(({ actor }) => actor.name),
      placed.map(({ actor }) => (actor.origin ? JSON.stringify(actor.origin) : null)),
    ]);
    const [inserted] = await Promise.all([rows, locking]);
    const byId = new Map(drafts.map((draft) => [draft.id, draft]));
    return new Map(
      inserted.map(({ id, ...own }) => [id, { ...own, defaults: defaultsOf(byId.get(id) as EntityDraft) }]),
    );
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

  /** As `mark`, for a deletion or restoration: `SubtreeStore` records its event. */
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

/** Whether the rows of its labels are written anew. */
export function hasOtherLabels({ draft: { entityType, attributes }, earlier, ...last }: EntityUpdate): boolean {
  const { previous } = earlier?.[0] ?? last;
  const keys = (document: Readonly<Record<string, unknown>>): string =>
    labelsIn(entityType, document).map(labelKey).sort().join('\n');
  return keys(attributes) !== keys(previous);
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
