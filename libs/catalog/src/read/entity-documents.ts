import { Inject, Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { hrefBase, LINKS, type Links } from '../definition/links';
import type { ReadEntity } from './entity-answer';
import { entityJson } from './entity-json';
import { EntityRepository, type ChildKey, type EntityKey } from './entity.repository';
import type { Include } from './query/list-question';
import type { EntityRow } from './entity-row';
import { allFields, type FieldSelection } from './field-list';
import type { Queryable } from './queryable';
import { RelationQuestion } from './relation-question';
import { RelationRepository } from './relation.repository';

/** Reads entities as JSON on any connection, without permission checks. */
@Injectable()
export class EntityDocuments {
  constructor(
    private readonly entities: EntityRepository,
    private readonly relations: RelationRepository,
    @Inject(LINKS) private readonly links: Links,
  ) {}

  async one(
    db: Queryable,
    entityType: EntityType,
    key: EntityKey | ChildKey,
    selection: FieldSelection,
    include: Include,
  ): Promise<ReadEntity | undefined> {
    const row = await this.entities.one(db, entityType, key, include, selection);
    if (!row) return undefined;
    const relations = new RelationQuestion(entityType, selection.relations).parse(row.relations);
    return { json: entityJson(entityType, row, selection, relations, hrefBase(this.links, entityType)), row };
  }

  /** The whole entity, parsed: the input of rules and validation. */
  async full(db: Queryable, entityType: EntityType, id: string): Promise<Record<string, unknown> | undefined> {
    const read = await this.one(db, entityType, { id }, allFields(entityType), 'all');
    return read && (JSON.parse(read.json) as Record<string, unknown>);
  }

  /** Existing entities by id, deleted ones included: one statement for one, and two for more with their references. */
  async several(
    db: Queryable,
    entityType: EntityType,
    ids: readonly string[],
    selection: FieldSelection,
  ): Promise<ReadonlyMap<string, ReadEntity>> {
    const [id] = ids;
    if (id === undefined) return new Map();
    if (ids.length === 1) {
      const read = await this.one(db, entityType, { id }, selection, 'all');
      return new Map(read ? [[read.row.id, read]] : []);
    }
    const rows = await this.entities.several(db, entityType, ids, selection);
    const texts = await this.render(db, entityType, rows, selection);
    return new Map(rows.map((row, i) => [row.id, { row, json: texts[i] as string }]));
  }

  /** Approximate size of these documents in bytes, by id. */
  sizes(db: Queryable, ids: readonly string[], selection: FieldSelection): Promise<ReadonlyMap<string, number>> {
    return this.entities.sizes(db, ids, selection.attributes.length > 0);
  }

  /** One text per row, in the same order. */
  async render(
    db: Queryable,
    entityType: EntityType,
    rows: readonly EntityRow[],
    selection: FieldSelection,
  ): Promise<string[]> {
    const nodes = rows.map(({ node }) => node);
    const relations = await this.relations.relationsOf(db, entityType, nodes, selection.relations);
    const base = hrefBase(this.links, entityType);
    return rows.map((row) => entityJson(entityType, row, selection, relations.get(row.node) ?? new Map(), base));
  }
}
