import { TimeSlice } from '@app/common';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { hrefStart, LINKS, type Links } from '../definition/links';
import type { ReadEntity } from './entity-answer';
import { entityJson } from './entity-json';
import { EntityRepository, type ChildKey, type EntityKey, type WholeRow } from './entity.repository';
import type { Include } from '../query/list-question';
import type { EntityRow } from './entity-row';
import { allFields, type FieldSelection } from '../query/field-list';
import type { Queryable } from '../query/queryable';
import { MOST_AT_ONCE, RelationQuestion } from './relation-question';
import type { Reference } from '../definition/entity-document';
import { RelationRepository, type Amount } from './relation.repository';

/** A live entity with all fields, and the versions of the rows that it follows from, if these are known. */
type WholeEntity = ReadEntity & { readonly row: WholeRow; readonly stamp: string | null };

/** Does work in a slot of the large reads. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

const NO_RELATIONS: ReadonlyMap<string, readonly Reference[]> = new Map();

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
    key: EntityKey | ChildKey,
    selection: FieldSelection,
    include: Include,
  ): Promise<ReadEntity | undefined> {
    const row = await this.entities.one(db, key, include, selection);
    return row && this.rendered(row, selection);
  }

  /** `one`, of a live entity with all fields and with the versions of the rows that it follows from, if these are known. */
  async whole(db: Queryable, entityType: EntityType, key: EntityKey): Promise<WholeEntity | undefined> {
    const row = await this.entities.whole(db, entityType, key);
    return row && { ...this.ofRow(entityType, row), row, stamp: row.whole_stamp };
  }

  /** The entity of a row that was read with all fields. */
  ofRow(entityType: EntityType, row: EntityRow): ReadEntity {
    return this.rendered(row, allFields(entityType));
  }

  private rendered(row: EntityRow, selection: FieldSelection): ReadEntity {
    const relations = new RelationQuestion(selection.entityType, selection.relations).parse(row.relations);
    return { json: entityJson(row, selection, relations, hrefStart(this.links, selection.entityType)), row };
  }

  /**
   * `one`, for an answer. Thousands of references are read in a slot of their own; of those that are stored with the other end, such as the
   * assets of a domain, the first 10,000 by name.
   */
  async shown(
    db: Queryable,
    key: EntityKey | ChildKey,
    selection: FieldSelection,
    include: Include,
    inTurn: InTurn,
  ): Promise<ReadEntity | undefined> {
    const row = await this.entities.one(db, key, include, selection, MOST_AT_ONCE + 1);
    if (!row) return undefined;
    const few = new RelationQuestion(selection.entityType, selection.relations).parseFew(row.relations, MOST_AT_ONCE);
    if (few) return { json: entityJson(row, selection, few, hrefStart(this.links, selection.entityType)), row };
    const [json] = await inTurn(() => this.oneByOne(db, [row], selection, 'shown'));
    return { json: json as string, row };
  }

  /** The whole entity, parsed: the input of rules and validation. */
  async full(db: Queryable, entityType: EntityType, id: string): Promise<Record<string, unknown> | undefined> {
    const read = await this.one(db, { id }, allFields(entityType), 'all');
    return read && (JSON.parse(read.json) as Record<string, unknown>);
  }

  /** Existing entities by id, deleted ones included: one statement for one, and two for more with their references. */
  async several(
    db: Queryable,
    ids: readonly string[],
    selection: FieldSelection,
  ): Promise<ReadonlyMap<string, ReadEntity>> {
    const [id] = ids;
    if (id === undefined) return new Map();
    if (ids.length === 1) {
      const read = await this.one(db, { id }, selection, 'all');
      return new Map(read ? [[read.row.id, read]] : []);
    }
    const rows = await this.entities.several(db, ids, selection);
    const texts = await this.render(db, rows, selection);
    return new Map(rows.map((row, i) => [row.id, { row, json: texts[i] as string }]));
  }

  /** Approximate size of these documents in bytes, by id. */
  sizes(db: Queryable, ids: readonly string[], selection: FieldSelection): Promise<ReadonlyMap<string, number>> {
    return this.entities.sizes(db, ids, selection.attributes.length > 0);
  }

  /** One text per row, in the same order. */
  async render(db: Queryable, rows: readonly EntityRow[], selection: FieldSelection): Promise<string[]> {
    const few = await this.withFew(db, rows, selection);
    return few ?? this.oneByOne(db, rows, selection, 'all');
  }

  /** undefined: there are too many references to read them at once. */
  private async withFew(
    db: Queryable,
    rows: readonly EntityRow[],
    selection: FieldSelection,
  ): Promise<string[] | undefined> {
    const relations = rows.every((row) => row.relations !== undefined)
      ? this.relations.foundIn(rows, selection)
      : await this.relations.fewOf(db, nodesOf(rows), selection);
    if (!relations) return undefined;
    const base = hrefStart(this.links, selection.entityType);
    return rows.map((row) => entityJson(row, selection, relations.get(row.node) ?? NO_RELATIONS, base));
  }

  /** The texts of rows with many references. Yields to other work in between. */
  private async oneByOne(
    db: Queryable,
    rows: readonly EntityRow[],
    selection: FieldSelection,
    amount: Amount,
  ): Promise<string[]> {
    const slice = new TimeSlice();
    const base = hrefStart(this.links, selection.entityType);
    const texts: string[] = [];
    for await (const found of this.relations.inPieces(db, nodesOf(rows), selection, amount)) {
      texts.push(entityJson(rows[texts.length] as EntityRow, selection, found, base));
      await slice.turn();
    }
    return texts;
  }
}

const nodesOf = (rows: readonly EntityRow[]): string[] => rows.map(({ node }) => node);
