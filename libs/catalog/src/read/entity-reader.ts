import { badRequest, CursorCodec, notFound } from '@app/common';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { EntityDocuments } from './entity-documents';
import type { ReadEntity } from './entity-documents';
import { EntityRepository } from './entity.repository';
import type { ChildKey, EntityKey } from './entity.repository';
import type { Include } from './query/include';
import type { EntityRow } from './entity-row';
import { parseFields } from './field-list';
import type { FieldSelection } from './field-list';
import { HotRead } from './hot-read';
import { filterCondition, filterTarget } from './query/list-filter';
import type { Condition, ListQuestion } from './query/list-question';
import type { Queryable } from './queryable';
import { HiddenReferences } from './visibility/hidden-references';
import { Visibility } from './visibility/visibility';

/** An answer ready to be sent. */
export interface EntityAnswer {
  readonly json: string;
  readonly id: string;
  /** `0.1` */
  readonly version: string;
  /** It is the answer to an earlier request with the same Idempotency-Key. */
  readonly replayed?: true;
}

export interface ListRequest {
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
  readonly fields?: string;
  readonly include: Include;
  /** Filter name → value, already known to be filters of the type. */
  readonly filters: Readonly<Record<string, string>>;
}

const NOTHING = '{"data":[],"paging":{"total":0}}';

@Injectable()
export class EntityReader {
  constructor(
    private readonly database: Database,
    private readonly entities: EntityRepository,
    private readonly documents: EntityDocuments,
    private readonly visibility: Visibility,
    private readonly references: HiddenReferences,
    private readonly cursors: CursorCodec,
    private readonly hot: HotRead,
  ) {}

  /** @throws {AppError} NOT_FOUND, FORBIDDEN, BAD_REQUEST (fields) */
  async get(
    actor: Actor,
    entityType: EntityType,
    key: EntityKey | ChildKey,
    fields: string | undefined,
    include: Include,
  ): Promise<EntityAnswer> {
    const selection = fields === undefined ? undefined : parseFields(entityType, fields, true);
    this.visibility.condition(actor, entityType);
    const hot = selection || 'childOf' in key ? null : this.hot.read(entityType, key, include);
    const answer = hot
      ? answerOf(entityType, key, await hot)
      : await this.read(this.database, entityType, key, selection ?? parseFields(entityType, undefined, true), include);
    return this.visibility.hidesFrom(actor) ? this.seenBy(actor, entityType, key, answer) : answer;
  }

  private async seenBy(
    actor: Actor,
    entityType: EntityType,
    key: EntityKey | ChildKey,
    answer: EntityAnswer,
  ): Promise<EntityAnswer> {
    await this.visibility.requireVisible(this.database, actor, entityType, answer, Object.values(key).join());
    const [json] = await this.references.strip(this.database, actor, [answer.json]);
    return { ...answer, json: json as string };
  }

  /** As `get`, on a connection of the caller's and without a question of permission. */
  async read(
    db: Queryable,
    entityType: EntityType,
    key: EntityKey | ChildKey,
    selection: FieldSelection,
    include: Include,
  ): Promise<EntityAnswer> {
    return answerOf(entityType, key, await this.documents.one(db, entityType, key, selection, include));
  }

  /** The list as JSON text: `{"data": […], "paging": {…}}`. */
  async list(actor: Actor, entityType: EntityType, request: ListRequest): Promise<string> {
    const visible = this.visibility.condition(actor, entityType);
    const question = this.question(entityType, request, visible ? [visible] : []);
    if (await this.asksForHidden(actor, entityType, request)) return NOTHING;
    const { rows, hasMore, total } = await this.entities.listed(this.database, question);
    const page = [...rows];
    if (question.place?.direction === 'before') page.reverse();
    const texts = await this.documents.render(this.database, entityType, page, question.fields);
    const data = await this.references.strip(this.database, actor, texts);
    return `{"data":[${data.join(',')}],"paging":${JSON.stringify({ total, ...this.neighbours(question, request, page, hasMore) })}}`;
  }

  /** A filter by what is hidden finds nothing, as one by what is not there. */
  private async asksForHidden(actor: Actor, entityType: EntityType, { filters }: ListRequest): Promise<boolean> {
    if (!this.visibility.hidesFrom(actor)) return false;
    const targets = Object.entries(filters).flatMap(([name, value]) => filterTarget(entityType, name, value) ?? []);
    return this.visibility.namesHidden(this.database, actor, targets);
  }

  private question(entityType: EntityType, request: ListRequest, visible: readonly Condition[]): ListQuestion {
    const { before, after, filters, include, limit } = request;
    if (before !== undefined && after !== undefined)
      throw badRequest('before and after cannot be given together; send one of them');
    const asked = Object.entries(filters).map(([name, value]) => filterCondition(entityType, name, value));
    const conditions = [...asked, ...visible];
    const question = { entityType, include, conditions, limit, fields: parseFields(entityType, request.fields, false) };
    const cursor = before ?? after;
    if (cursor === undefined) return question;
    const { keys, direction: made } = this.cursors.decode(cursor, scopeOf(entityType, request));
    const direction = before === undefined ? 'after' : 'before';
    if (made !== direction) throw badRequest(`This cursor is one for ${made}, not for ${direction}`);
    return { ...question, place: { direction, name: keys[0] as string, id: keys[1] as string } };
  }

  private neighbours(
    question: ListQuestion,
    request: ListRequest,
    page: readonly EntityRow[],
    more: boolean,
  ): { before?: string; after?: string } {
    const first = page[0];
    const last = page.at(-1);
    const backward = question.place?.direction === 'before';
    const hasBefore = backward ? more : question.place !== undefined;
    const hasAfter = backward || more;
    const scope = scopeOf(question.entityType, request);
    const cursor = (row: EntityRow, direction: 'before' | 'after'): string =>
      this.cursors.encode({ scope, keys: [row.name, row.id], direction });
    return {
      ...(hasBefore && first ? { before: cursor(first, 'before') } : {}),
      ...(hasAfter && last ? { after: cursor(last, 'after') } : {}),
    };
  }
}

/** @throws {AppError} NOT_FOUND */
function answerOf(entityType: EntityType, key: EntityKey | ChildKey, read: ReadEntity | undefined): EntityAnswer {
  if (!read) throw notFound(entityType.type, Object.values(key).join());
  return { json: read.json, id: read.row.id, version: versionText(read.row.version) };
}

/** 13 → `1.3` */
export function versionText(tenths: number): string {
  return (tenths / 10).toFixed(1);
}

/** A cursor serves the list that it came from: its type, filters and include; limit and fields may change on the way. */
function scopeOf(entityType: EntityType, { include, filters }: ListRequest): string {
  return JSON.stringify([entityType.type, include, Object.entries(filters).sort()]);
}
