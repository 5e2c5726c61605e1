import { KeysetPages, notFound, type Actor, type KeysetPage } from '@app/common';
import {
  Database,
  LARGE_PAGE,
  LargeReads,
  type AskVersion,
  type CallerCheck,
  type Transaction,
  type WithinStatement,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { entityAnswer, type EntityAnswer, type ReadEntity } from './entity-answer';
import { EntityDocuments, type InTurn } from './entity-documents';
import type { ChildKey, EntityKey } from './entity.repository';
import type { Include, Condition, ListQuestion } from '../query/list-question';
import { allFields, parseFields, type FieldSelection } from '../query/field-list';
import { BatchedEntityReader } from './batched-entity-reader';
import { PageReader, type PageOptions } from './page/page-reader';
import { sortedPage, type ListedPage, type ListSort } from './page/sorted-page';
import { filterCondition, filterTarget } from '../query/list-filter';
import { inTransaction, type Queryable } from '../query/queryable';
import { HiddenReferences } from '../visibility/hidden-references';
import { hiddenTypes } from '../visibility/sight';
import { Visibility } from '../visibility/visibility';

export interface ListRequest {
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
  readonly fields?: string;
  readonly include: Include;
  /** Filter name → value; names are already validated as filters of the type. */
  readonly filters: Readonly<Record<string, string>>;
  /** Absent: by name, ascending. */
  readonly sort?: ListSort;
}

/** The transaction of a write and the type that it reads. */
interface InWrite {
  readonly tx: Transaction;
  readonly entityType: EntityType;
}

const NOTHING = '{"data":[],"paging":{"total":0}}';

@Injectable()
export class EntityReader {
  constructor(
    private readonly database: Database,
    private readonly documents: EntityDocuments,
    private readonly visibility: Visibility,
    private readonly references: HiddenReferences,
    private readonly cursors: KeysetPages,
    private readonly pages: PageReader,
    private readonly hot: BatchedEntityReader,
    private readonly large: LargeReads,
  ) {}

  /**
   * @param ask for the version of a cached answer; else it is a statement of its own
   * @throws {AppError} NOT_FOUND, FORBIDDEN, BAD_REQUEST (fields)
   */
  async get(
    actor: Actor,
    entityType: EntityType,
    key: EntityKey | ChildKey,
    fields: string | undefined,
    include: Include,
    ask?: AskVersion,
  ): Promise<EntityAnswer> {
    const isHot = fields === undefined && !('childOf' in key);
    const selection = isHot ? undefined : parseFields(entityType, fields, true);
    this.visibility.condition(actor, entityType);
    const answer = selection
      ? answerOf(entityType, key, await this.selected(key, selection, include))
      : await this.hot.read(entityType, key as EntityKey, include, ask);
    return this.seenBy(actor, entityType, key, answer);
  }

  /**
   * `get` of a live entity by its id with the default fields, for a request that has just read its stamp (`stampColumn`): the version of a
   * cached answer is not asked for again.
   */
  async getStamped(actor: Actor, entityType: EntityType, id: string, stamp: string | null): Promise<EntityAnswer> {
    this.visibility.condition(actor, entityType);
    const answer = await this.hot.readStamped(entityType, id, stamp);
    return this.seenBy(actor, entityType, { id }, answer);
  }

  private selected(
    key: EntityKey | ChildKey,
    selection: FieldSelection,
    include: Include,
  ): Promise<ReadEntity | undefined> {
    const inTurn: InTurn = (work) => this.large.read(true, work);
    return this.documents.shown(this.database, key, selection, include, inTurn);
  }

  /** No promise where nothing is hidden from the actor, which is nearly always. @throws {AppError} NOT_FOUND where there is none */
  private seenBy(
    actor: Actor,
    entityType: EntityType,
    key: EntityKey | ChildKey,
    answer: EntityAnswer | undefined,
  ): EntityAnswer | Promise<EntityAnswer> {
    if (!answer) throw missing(entityType, key);
    return this.visibility.isRestricted(actor) ? this.withoutHidden(actor, entityType, key, answer) : answer;
  }

  /** @throws {AppError} NOT_FOUND where it is hidden */
  private async withoutHidden(
    actor: Actor,
    entityType: EntityType,
    key: EntityKey | ChildKey,
    answer: EntityAnswer,
  ): Promise<EntityAnswer> {
    await this.visibility.requireVisible(this.database, actor, entityType, answer, Object.values(key).join());
    return { ...answer, json: await this.references.stripAnswer(actor, answer.json) };
  }

  /** The part of an answer that the actor may see: without mentions of what is hidden. */
  async shown(actor: Actor, answer: EntityAnswer): Promise<EntityAnswer> {
    const [json] = await this.references.strip(this.database, actor, [answer.json]);
    return { ...answer, json: json as string };
  }

  /**
   * Checks the actor before a recorded answer is given again: one from whom some of the type is hidden must be allowed to view the entity
   * now, so that the answer of an entity that is gone is not given. @throws {AppError} NOT_FOUND, FORBIDDEN
   */
  async requireReplayable(actor: Actor, entityType: EntityType, id: string): Promise<void> {
    if (hiddenTypes(this.visibility.sightOf(actor)).includes(entityType.type))
      await this.get(actor, entityType, { id }, undefined, 'all');
  }

  /** The entity with all fields, on the caller's connection and without a permission check. @throws {AppError} NOT_FOUND */
  read(db: Queryable, entityType: EntityType, id: string, include: Include = 'all'): Promise<EntityAnswer> {
    return this.readBy(db, entityType, { id }, include);
  }

  /** `read`, in the transaction of a write. */
  whole({ tx, entityType }: InWrite, id: string, include?: Include): Promise<EntityAnswer> {
    return this.read(inTransaction(tx), entityType, id, include);
  }

  /** `whole`, for one that is not looked up yet. */
  wholeBy({ tx, entityType }: InWrite, key: EntityKey): Promise<EntityAnswer> {
    return this.readBy(inTransaction(tx), entityType, key, 'all');
  }

  /** `read`, by either key. @throws {AppError} NOT_FOUND */
  async readBy(db: Queryable, entityType: EntityType, key: EntityKey, include: Include): Promise<EntityAnswer> {
    return answerOf(entityType, key, await this.documents.one(db, key, allFields(entityType), include));
  }

  /** The list as JSON: `{"data": […], "paging": {…}}`. @param caller asked for in the statement of the page */
  async list(
    actor: Actor,
    entityType: EntityType,
    request: ListRequest,
    caller?: Pick<CallerCheck, 'within'>,
  ): Promise<string | Buffer> {
    const visible = this.visibility.condition(actor, entityType);
    const page = this.cursors.open(scopeOf(entityType, request), request);
    const question = questionOf(actor, entityType, request, page, visible);
    if (await this.asksForHidden(actor, entityType, request)) return NOTHING;
    return this.large.page(request.limit, () => this.listed(actor, question, page, request.sort, caller?.within));
  }

  private async listed(
    actor: Actor,
    question: ListQuestion,
    cursor: KeysetPage,
    sort?: ListSort,
    within?: WithinStatement,
  ): Promise<string | Buffer> {
    const { limit } = question;
    if (limit === 0) return pageJson([], { total: await this.pages.total(question) });
    // A long page is one of the large reads already, and must not wait for another slot.
    const inTurn: InTurn = (work) => this.large.read(limit <= LARGE_PAGE, work);
    const { page, rows, paging } = sort
      ? await sortedPage(this.database, this.pages, question, { sort, cursor, inTurn })
      : await this.byName(question, cursor, { inTurn, within });
    if (!this.visibility.isRestricted(actor)) return page.json(rows, closing(paging));
    const texts = rows.map((row) => page.textOf(row));
    return pageJson(await this.references.strip(this.database, actor, texts), paging);
  }

  private async byName(question: ListQuestion, cursor: KeysetPage, options: PageOptions): Promise<ListedPage> {
    const { page, total } = await this.pages.counted(question, options);
    const rows = cursor.rows([...new Array(page.rows).keys()]);
    return { page, rows, paging: { total, ...cursor.neighbours(rows, page.hasMore, (row) => page.keysOf(row)) } };
  }

  /** A filter by a hidden entity returns nothing, as for one that does not exist. */
  private async asksForHidden(actor: Actor, entityType: EntityType, { filters }: ListRequest): Promise<boolean> {
    if (!this.visibility.isRestricted(actor)) return false;
    const targets = Object.entries(filters).flatMap(([name, value]) => filterTarget(entityType, name, value) ?? []);
    return this.visibility.namesHidden(this.database, actor, targets);
  }
}

const closing = (paging: object): string => `],"paging":${JSON.stringify(paging)}}`;

const pageJson = (texts: readonly string[], paging: object): string => `{"data":[${texts.join(',')}${closing(paging)}`;

/** @throws {AppError} NOT_FOUND */
function answerOf(entityType: EntityType, key: EntityKey | ChildKey, read: ReadEntity | undefined): EntityAnswer {
  if (!read) throw missing(entityType, key);
  return entityAnswer(read);
}

function missing({ type }: EntityType, key: EntityKey | ChildKey): Error {
  return notFound(type, Object.values(key).join());
}

function questionOf(
  { ownerIds }: Actor,
  entityType: EntityType,
  { filters, include, limit, fields, sort }: ListRequest,
  { boundary: cursor }: KeysetPage,
  visible: Condition | undefined,
): ListQuestion {
  const asked = Object.entries(filters).map(([name, value]) => filterCondition(entityType, name, value, ownerIds));
  return {
    entityType,
    include,
    conditions: visible ? [...asked, visible] : asked,
    limit,
    fields: parseFields(entityType, fields, false),
    ...(cursor &&
      !sort && {
        cursor: { direction: cursor.direction, name: cursor.keys[0] as string, id: cursor.keys[1] as string },
      }),
  };
}

/** A cursor is valid only for the same list: type, filters, include and order; limit and fields may change between pages. */
function scopeOf(entityType: EntityType, { include, filters, sort }: ListRequest): string {
  return JSON.stringify([entityType.type, include, Object.entries(filters).sort(), ...(sort ? [sort] : [])]);
}
