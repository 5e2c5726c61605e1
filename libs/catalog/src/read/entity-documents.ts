import { PageRoom, TimeSlice } from '@app/common';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { hrefStart, LINKS, type Links } from '../definition/links';
import type { ReadEntity } from './entity-answer';
import { entityJson, entityPieces } from './entity-json';
import { EntityRepository, type ChildKey, type EntityKey, type FreshRow, type WholeRow } from './entity.repository';
import type { Include, ListQuestion } from './query/list-question';
import type { EntityRow } from './entity-row';
import { allFields, type FieldSelection } from './field-list';
import type { Queryable } from './queryable';
import { MOST_AT_ONCE, RelationQuestion } from './relation-question';
import type { BytePage } from './page/small-pages';
import { RelationRepository, type Amount, type Reference, type RelationsOfNodes } from './relation.repository';

/** The text of an entity: pieces that follow each other. */
export type EntityPieces = readonly string[];

export const joined = (pieces: EntityPieces): string => pieces.join('');

/** A live entity with all fields, and the versions of the rows that it follows from, where these can be told. */
type WholeEntity = ReadEntity & { readonly row: WholeRow; readonly stamp: string | null };

/** Does work when it has its turn among the large reads. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Of rows with too many references to read them together, so much fewer are tried. */
const SMALLER = 4;

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
    entityType: EntityType,
    key: EntityKey | ChildKey,
    selection: FieldSelection,
    include: Include,
  ): Promise<ReadEntity | undefined> {
    const row = await this.entities.one(db, entityType, key, include, selection);
    return row && this.rendered(entityType, row, selection);
  }

  /** As `one`, of a live entity with all fields and with the versions of the rows that it follows from, where these can be told. */
  async whole(db: Queryable, entityType: EntityType, key: EntityKey): Promise<WholeEntity | undefined> {
    const row = await this.entities.whole(db, entityType, key);
    return row && { ...this.ofRow(entityType, row), row, stamp: row.whole_stamp };
  }

  /** As `one`, with all fields, of an entity that the transaction has just made. */
  async fresh(
    db: Queryable,
    entityType: EntityType,
    id: string,
  ): Promise<(ReadEntity & { readonly row: FreshRow }) | undefined> {
    const row = await this.entities.fresh(db, entityType, id);
    return row && { ...this.ofRow(entityType, row), row };
  }

  /** The entity of a row that was read with all fields. */
  ofRow(entityType: EntityType, row: EntityRow): ReadEntity {
    return this.rendered(entityType, row, allFields(entityType));
  }

  private rendered(entityType: EntityType, row: EntityRow, selection: FieldSelection): ReadEntity {
    const relations = new RelationQuestion(entityType, selection.relations).parse(row.relations);
    return { json: entityJson(entityType, row, selection, relations, hrefStart(this.links, entityType)), row };
  }

  /**
   * As `one`, for an answer. Thousands of references are read when it is their turn; of those that are stored with the other end, such
   * as the assets of a domain, the first 10,000 by name.
   */
  async shown(
    db: Queryable,
    entityType: EntityType,
    key: EntityKey | ChildKey,
    selection: FieldSelection,
    include: Include,
    inTurn: InTurn,
  ): Promise<ReadEntity | undefined> {
    const row = await this.entities.one(db, entityType, key, include, selection, MOST_AT_ONCE + 1);
    if (!row) return undefined;
    const few = new RelationQuestion(entityType, selection.relations).parseFew(row.relations, MOST_AT_ONCE);
    if (few) return { json: entityJson(entityType, row, selection, few, hrefStart(this.links, entityType)), row };
    const [json] = await inTurn(() => collected(this.oneByOne(db, entityType, [row], selection, 'shown')));
    return { json: json as string, row };
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
    const few = await this.withFew(db, entityType, rows, selection);
    return few?.map(joined) ?? collected(this.oneByOne(db, entityType, rows, selection, 'all'));
  }

  /**
   * As `render`, in pieces, of the first rows: of all, unless they have thousands of references, which are not read before it is their turn, and
   * of which a page takes no more than it has room for.
   */
  async renderPage(
    db: Queryable,
    entityType: EntityType,
    rows: readonly EntityRow[],
    selection: FieldSelection,
    inTurn: InTurn,
    room = new PageRoom(),
  ): Promise<EntityPieces[]> {
    const few = await this.withFew(db, entityType, rows, selection);
    if (few) return few;
    const texts = await inTurn(() => collected(this.oneByOne(db, entityType, rows, selection, 'shown'), room));
    return texts.map((text) => [text]);
  }

  /** The beginning of the links to entities of a type, see `hrefStart`. */
  hrefStart(entityType: EntityType): string {
    return hrefStart(this.links, entityType);
  }

  /**
   * The references of rows of a page, in the order of the rows, undefined for those that have none: those that came with it, or read in one
   * statement. undefined: there are too many to read them at once.
   */
  async relationsOfPage(
    db: Queryable,
    { entityType, fields }: ListQuestion,
    { bytes, relations }: BytePage,
    rows: readonly number[],
  ): Promise<readonly (ReadonlyMap<string, readonly Reference[]> | undefined)[] | undefined> {
    if (!bytes.hasReferences) return [];
    if (relations) return rows.map((row) => found(relations, bytes.referencesOf(row)));
    const nodes = rows.map((row) => bytes.nodeOf(row));
    const few = await this.relations.fewOf(db, entityType, nodes, fields.relations);
    return few && nodes.map((node) => few.get(node));
  }

  /** undefined: there are too many references to read them at once. */
  private async withFew(
    db: Queryable,
    entityType: EntityType,
    rows: readonly EntityRow[],
    selection: FieldSelection,
  ): Promise<EntityPieces[] | undefined> {
    const relations = rows.every((row) => row.relations !== undefined)
      ? this.relations.foundIn(entityType, rows, selection.relations)
      : await this.relations.fewOf(db, entityType, nodesOf(rows), selection.relations);
    if (!relations) return undefined;
    const base = hrefStart(this.links, entityType);
    return rows.map((row) => entityPieces(entityType, row, selection, relations.get(row.node) ?? NO_RELATIONS, base));
  }

  /** The texts of rows with many references: as many rows at once as have few together. Others get their turn in between. */
  private async *oneByOne(
    db: Queryable,
    entityType: EntityType,
    rows: readonly EntityRow[],
    selection: FieldSelection,
    amount: Amount,
  ): AsyncGenerator<string, void> {
    const slice = new TimeSlice();
    const base = hrefStart(this.links, entityType);
    let together = Math.ceil(rows.length / SMALLER);
    for (let at = 0; at < rows.length;) {
      const piece = rows.slice(at, at + together);
      const relations = await this.relationsOf(db, entityType, piece, selection, amount);
      if (!relations) {
        together = Math.ceil(together / SMALLER);
        continue;
      }
      for (const row of piece) {
        yield entityJson(entityType, row, selection, relations.get(row.node) ?? NO_RELATIONS, base);
        await slice.turn();
      }
      at += piece.length;
    }
  }

  private relationsOf(
    db: Queryable,
    entityType: EntityType,
    rows: readonly EntityRow[],
    { relations }: FieldSelection,
    amount: Amount,
  ): Promise<RelationsOfNodes | undefined> {
    const [node, ...others] = rows.map((row) => row.node) as [string, ...string[]];
    return others.length
      ? this.relations.fewOf(db, entityType, [node, ...others], relations)
      : this.relations.manyOf(db, entityType, node, relations, amount);
  }
}

const nodesOf = (rows: readonly EntityRow[]): string[] => rows.map(({ node }) => node);

/** All texts, or those that a page has room for. */
async function collected(texts: AsyncIterable<string>, room?: PageRoom): Promise<string[]> {
  const taken: string[] = [];
  for await (const text of texts) {
    taken.push(text);
    room?.take(text.length);
    if (room?.isFull) break;
  }
  return taken;
}

const found = (
  question: RelationQuestion,
  json: string | undefined,
): ReturnType<RelationQuestion['parse']> | undefined => (json === undefined ? undefined : question.parse(json));
