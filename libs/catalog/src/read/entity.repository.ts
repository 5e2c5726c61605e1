import { PAGE_BYTES } from '@app/common';
import type { PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { entitySelect, pageColumns, withAncestors, type EntityRow, type PageRow } from './entity-row';
import { allFields, type FieldSelection } from './field-list';
import type { Include, Condition, ListQuestion } from './query/list-question';
import { bind, counterSql, detailValues, isByCounter, LIVENESS, pageName, placeOf, sqlOf } from './query/question-sql';
import { RelationQuestion } from './relation-question';
import { statementName, type Queryable, type TextQueryable } from './queryable';
import { SmallPages, type BytePage, type EntityPage } from './page/small-pages';
import { placeStamp, wholeStamp } from './whole-stamp';

/** How a request identifies an entity. */
export type EntityKey = { readonly id: string } | { readonly fqn: string };

/** The only child of a type below another entity, such as the contract of an asset. */
export interface ChildKey {
  readonly childOf: string;
}

const SIZES = {
  name: 'entity_sizes',
  text: 'select id, body_bytes as body, details_bytes as details from entity where id = any($1::uuid[])',
};

/** Of a page that is read with its total, which comes with the first row. */
type CountedRow = PageRow & { readonly matches: string | null };

/**
 * An entity with all fields, and the nodes of its parent and root; `whole_stamp` is the versions of all rows that it follows from, null where
 * these are not known.
 */
export type WholeRow = EntityRow & {
  readonly parent: string | null;
  readonly root: string | null;
  readonly whole_stamp: string | null;
};

const PLACE = ['e.parent', 'e.root'];

/** An entity that has just been made; `place_stamp` is the versions of the rows that it follows from beside its own. */
export type FreshRow = EntityRow & { readonly place_stamp: string | null };

/** The read of one entity; its values hold at `keyAt` the key of whichever read made it. */
interface ReadOfOne {
  readonly statement: PreparedStatement;
  readonly values: readonly unknown[];
  readonly keyAt: number;
}

@Injectable()
export class EntityRepository {
  /** By selection, which names one type; those of all fields last, and so are built once. */
  private readonly readsOfOne = new WeakMap<FieldSelection, Map<string, ReadOfOne>>();
  private readonly small = new SmallPages();

  /**
   * One statement, prepared per type, key and liveness; other variants if requestable attributes or references are read: these are
   * returned as a column of the row.
   */
  async one(
    db: Queryable,
    entityType: EntityType,
    key: EntityKey | ChildKey,
    include: Include,
    fields: FieldSelection,
    mostRelations?: number,
  ): Promise<EntityRow | undefined> {
    const { by, value } = keyCondition(key);
    const amount = mostRelations === undefined ? 'all' : 'few';
    const { statement, values, keyAt } = this.readOf(entityType, `${by}-${include}-${amount}`, fields, () =>
      readOfOne(entityType, key, include, fields, { amount, mostRelations }),
    );
    const [row] = await db.read<EntityRow>(statement, values.with(keyAt, value));
    return row;
  }

  /** As `one`, of a live entity with all fields, and with the versions of the rows that it follows from, where these can be told. */
  async whole(db: Queryable, entityType: EntityType, key: EntityKey): Promise<WholeRow | undefined> {
    return this.stamped<WholeRow>(db, entityType, key, 'whole', wholeStamp);
  }

  /** As `one`, with all fields, of an entity that the transaction has just made, and with the versions of its place (`placeStamp`). */
  async fresh(db: Queryable, entityType: EntityType, id: string): Promise<FreshRow | undefined> {
    return this.stamped<FreshRow>(db, entityType, { id }, 'place', placeStamp);
  }

  /** As `one`, of a live entity with all fields and the column `<kind>_stamp`. */
  private async stamped<Row extends EntityRow>(
    db: Queryable,
    entityType: EntityType,
    key: EntityKey,
    kind: 'whole' | 'place',
    stamp: (entityType: EntityType) => string | undefined,
  ): Promise<Row | undefined> {
    const { by, value } = keyCondition(key);
    const fields = allFields(entityType);
    const { statement, values, keyAt } = this.readOf(entityType, `${by}-${kind}`, fields, () => {
      const more = [...(kind === 'whole' ? PLACE : []), `${stamp(entityType) ?? 'null::text'} as ${kind}_stamp`];
      return readOfOne(entityType, key, 'non-deleted', fields, { amount: kind, more });
    });
    const [row] = await db.read<Row>(statement, values.with(keyAt, value));
    return row;
  }

  private readOf(entityType: EntityType, kind: string, fields: FieldSelection, make: () => ReadOfOne): ReadOfOne {
    let ofSelection = this.readsOfOne.get(fields);
    if (!ofSelection) this.readsOfOne.set(fields, (ofSelection = new Map()));
    const name = `${entityType.type}-${kind}`;
    let read = ofSelection.get(name);
    if (!read) ofSelection.set(name, (read = make()));
    return read;
  }

  /** The existing entities of the ids, deleted ones included, unordered. */
  async several(
    db: Queryable,
    entityType: EntityType,
    ids: readonly string[],
    fields: FieldSelection,
  ): Promise<EntityRow[]> {
    const withDetails = fields.attributes.length > 0;
    const values = withDetails ? detailValues(entityType, fields) : [];
    const text = `${entitySelect(entityType, withDetails)} where e.type = '${entityType.type}' and e.id = any(array(select unnest(${bind(values, ids)}::uuid[])))`;
    return db.read<EntityRow>(
      { name: statementName('several', entityType.type, withDetails ? 'details' : ''), text },
      values,
    );
  }

  /** Document sizes in bytes, by id. @param withDetails includes attributes that are read on request */
  async sizes(db: Queryable, ids: readonly string[], withDetails: boolean): Promise<ReadonlyMap<string, number>> {
    const rows = await db.read<{ id: string; body: number; details: number }>(SIZES, [ids]);
    return new Map(rows.map(({ id, body, details }) => [id, withDetails ? body + details : body]));
  }

  /** A page and the total, in as few statements as the query allows. */
  async listed(db: TextQueryable, question: ListQuestion): Promise<EntityPage & { readonly total: number }> {
    const { limit, conditions } = question;
    if (limit === 0) return { rows: [], hasMore: false, total: await this.total(db, question) };
    if (conditions.some(({ walks }) => walks)) {
      const rows = await this.counted(db, question);
      return { ...pageOf(question, rows), total: await this.totalOf(db, question, rows) };
    }
    if (isByCounter(question)) return this.countedByCounter(db, question);
    const [found, total] = await Promise.all([this.page(db, question), this.total(db, question)]);
    return { ...found, total };
  }

  /** As `listed`, as bytes (`SmallPages.readBytes`); undefined: it is read by `listed`. @param hrefStart see `PageForm` */
  async listedBytes(
    db: TextQueryable,
    question: ListQuestion,
    hrefStart: string,
  ): Promise<(BytePage & { readonly total: number }) | undefined> {
    if (question.limit === 0 || question.conditions.some(({ walks }) => walks)) return undefined;
    if (isByCounter(question)) {
      const page = await this.small.readBytes(db, question, true, hrefStart);
      return page && { ...page, total: page.bytes.total ?? 0 };
    }
    const read = this.small.readBytes(db, question, false, hrefStart);
    const [page, total] = await Promise.all([read, this.total(db, question)]);
    return page && { ...page, total };
  }

  /** One page by keyset: rows beyond the given (name, id), in paging order. It ends early once it reaches the page size limit. */
  async page(db: TextQueryable, question: ListQuestion): Promise<EntityPage> {
    const small = await this.small.read(db, question, false);
    return small ?? pageOf(question, await this.rows(db, question, false));
  }

  private async countedByCounter(
    db: TextQueryable,
    question: ListQuestion,
  ): Promise<EntityPage & { readonly total: number }> {
    const small = await this.small.read(db, question, true);
    if (small) return { ...small, total: small.total ?? 0 };
    const rows = await this.rows(db, question, true);
    return { ...pageOf(question, rows), total: await this.totalOf(db, question, rows) };
  }

  /** No rows beyond the cursor: the total was not counted. */
  private totalOf(db: Queryable, question: ListQuestion, [first]: readonly CountedRow[]): Promise<number> | number {
    return first ? Number(first.matches) : this.total(db, question);
  }

  /** Of documents that are large: their sizes are summed before any of them is read. */
  private rows(db: Queryable, question: ListQuestion, withTotal: boolean): Promise<CountedRow[]> {
    const { entityType, fields, include, conditions } = question;
    const withDetails = fields.attributes.length > 0;
    const values = withDetails ? detailValues(entityType, fields) : [];
    const where = `where e.type = '${entityType.type}'${LIVENESS[include]}${sqlOf(conditions, values)}`;
    const { beyond, order, limit } = placeOf(question, values, 'e');
    const from = sized(withDetails, order, limit, `${entityType.side?.join ?? ''} ${where}${beyond}`);
    const more = withTotal ? [`case when ${IS_FIRST} then (${counterSql(question, values)}) end as matches`] : [];
    const text = `${entitySelect(entityType, withDetails, { page: from, more })} where ${FITS} order by ${order}`;
    return db.read<CountedRow>({ name: pageName(withTotal ? 'page-total' : 'page', question), text }, values);
  }

  /** As `page`, with the total in each row, so that matches are searched once for both. */
  private async counted(db: Queryable, question: ListQuestion): Promise<CountedRow[]> {
    const { entityType, fields } = question;
    const withDetails = fields.attributes.length > 0;
    const values = withDetails ? detailValues(entityType, fields) : [];
    const matching = matchingSql(question, values);
    const { beyond, order, limit } = placeOf(question, values, 'm');
    const ofPage = (alias: string): string => order.replaceAll('m.', `${alias}.`);
    const nodes = `select m.node from matching m where true${beyond} order by ${order} limit ${limit}`;
    const from = sized(withDetails, ofPage('e'), limit, `where e.node = any(array(${nodes}))`);
    const text = `
      with ${matching}
      select page.*, (select count(*) from matching)::text as matches
        from (${entitySelect(entityType, withDetails, { page: from })} where ${FITS}) page
       order by ${ofPage('page')}`;
    return db.read({ name: pageName('counted', question), text }, values);
  }

  /** The total. Uses the counters if only type and ancestor are filtered; otherwise the index of the filter. */
  async total(db: Queryable, question: ListQuestion): Promise<number> {
    const { entityType, include, conditions } = question;
    const values: unknown[] = [];
    const name = statementName('total', entityType.type, include, conditions.map(({ name }) => name).join('+'));
    if (isByCounter(question)) {
      const text = counterSql(question, values);
      const [row] = await db.read<{ n: string }>({ name, text }, values);
      return Number(row?.n ?? 0);
    }
    const text = conditions.some(({ ofMany }) => ofMany)
      ? `with ${matchingSql(question, values)} select count(*)::text as n from matching`
      : `select count(*)::text as n ${matchesSql(question, conditions, values)}`;
    const [row] = await db.read<{ n: string }>({ name, text }, values);
    return Number(row?.n ?? 0);
  }
}

interface ReadParts {
  /** Distinguishes the statement from others of the same key. */
  readonly amount: string;
  readonly mostRelations?: number | undefined;
  /** Further columns. */
  readonly more?: readonly string[];
}

function readOfOne(
  entityType: EntityType,
  key: EntityKey | ChildKey,
  include: Include,
  fields: FieldSelection,
  { amount, mostRelations, more = [] }: ReadParts,
): ReadOfOne {
  const { by, value, sql } = keyCondition(key);
  const withDetails = fields.attributes.length > 0;
  const values = withDetails ? detailValues(entityType, fields) : [];
  const where = `where e.type = '${entityType.type}' and ${sql(bind(values, value))}${LIVENESS[include]}`;
  const keyAt = values.length - 1;
  const relations = new RelationQuestion(entityType, fields.relations);
  const column = relations.isEmpty
    ? undefined
    : relations.column('e.node', (bound) => bind(values, bound), mostRelations);
  const text = `${entitySelect(entityType, withDetails, { relations: column, more })} ${where}`;
  const details = withDetails ? 'details' : '';
  const name = statementName('entity', entityType.type, by, include, amount, details, relations.name);
  return { statement: { name, text }, values, keyAt };
}

function keyCondition(key: EntityKey | ChildKey): { by: string; value: string; sql: (bound: string) => string } {
  if ('id' in key) return { by: 'id', value: key.id, sql: (bound) => `e.id = ${bound}` };
  if ('fqn' in key)
    return {
      by: 'fqn',
      value: key.fqn,
      sql: (bound) => `(md5(e.fqn)::uuid) = md5(${bound})::uuid and e.fqn = ${bound}`,
    };
  return {
    by: 'child',
    value: key.childOf,
    sql: (bound) => `e.parent = (select x.node from entity x where x.id = ${bound})`,
  };
}

function matchesSql(
  { entityType, include }: ListQuestion,
  conditions: readonly Condition[],
  values: unknown[],
): string {
  const where = `where e.type = '${entityType.type}'${LIVENESS[include]}${sqlOf(conditions, values)}`;
  return `from entity e ${entityType.side?.join ?? ''} ${where}`;
}

/** The CTE `matching` of all that a list finds. What is worked out for many rows at once comes after all other conditions. */
function matchingSql(question: ListQuestion, values: unknown[]): string {
  const together = question.conditions.filter(({ ofMany }) => ofMany);
  const each = question.conditions.filter(({ ofMany }) => !ofMany);
  const found = `select e.node, e.name, e.id, e.type, e.parent ${matchesSql(question, each, values)}`;
  if (!together.length) return `matching as materialized (${found})`;
  const also = together.map(({ ofMany, value }) => ofMany?.('candidate', bind(values, value))).join(' and ');
  return `candidate as materialized (${found}), matching as materialized (select m.* from candidate m where ${also})`;
}

/** A condition on the output of `sized`: rows until the page is full, always including the first. */
const FITS = `e.bytes_before < ${PAGE_BYTES}`;
const IS_FIRST = 'e.bytes_before = 0';

/**
 * Entities of a page in paging order, with the cumulated size of the preceding rows and whether there is a next page.
 * @param limit the number of rows of the page plus one
 */
function sized(withDetails: boolean, order: string, limit: string, rest: string): string {
  const bytes = withDetails ? '(e.body_bytes + e.details_bytes)' : 'e.body_bytes';
  return `(
    select e.*, sum(${bytes}) over (walk rows unbounded preceding) - ${bytes} as bytes_before,
           ${pageColumns('walk')}
      from entity e ${rest}
    window walk as (order by ${order}) order by ${order} limit ${limit}::int - 1) e`;
}

function pageOf({ entityType }: ListQuestion, rows: readonly PageRow[]): EntityPage {
  return { rows: withAncestors(entityType, rows), hasMore: rows.at(-1)?.has_next ?? false };
}
