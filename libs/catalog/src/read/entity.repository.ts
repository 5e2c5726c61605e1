import { PAGE_BYTES } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { entitySelect } from './entity-row';
import type { EntityRow } from './entity-row';
import type { FieldSelection } from './field-list';
import type { Include } from './query/include';
import type { Condition, ListQuestion } from './query/list-question';
import type { Queryable } from './queryable';
import { statementName } from './query/statement-name';

export const LIVENESS: Record<Include, string> = {
  all: '',
  deleted: ' and e.deleted_by is not null',
  'non-deleted': ' and e.deleted_by is null',
};

/** How an entity is named in a request. */
export type EntityKey = { readonly id: string } | { readonly fqn: string };

/** The one entity of a type below another one, as the contract of an asset. */
export interface ChildKey {
  readonly childOf: string;
}

type PageRow = EntityRow & { readonly has_next: boolean };

/** Rows of one page, and whether there are more in the direction that was walked. */
interface EntityPage {
  readonly rows: readonly EntityRow[];
  readonly hasMore: boolean;
}

@Injectable()
export class EntityRepository {
  /** One statement, prepared per type, key and liveness; a second form where attributes by request are read. */
  async one(
    db: Queryable,
    entityType: EntityType,
    key: EntityKey | ChildKey,
    include: Include,
    fields: FieldSelection,
  ): Promise<EntityRow | undefined> {
    const withDetails = fields.attributes.length > 0;
    const values = withDetails ? detailValues(entityType, fields) : [];
    const at = values.length + 1;
    const { by, value, sql } = keyCondition(key);
    const text = `${entitySelect(entityType, withDetails)} where e.type = '${entityType.type}' and ${sql(`$${at}`)}${LIVENESS[include]}`;
    const name = statementName('entity', entityType.type, by, include, withDetails ? 'details' : '');
    const [row] = await db.read<EntityRow>({ name, text }, [...values, value]);
    return row;
  }

  /** Those of the ids that are there, deleted or not, in no order. */
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

  /** A page and how many match, read in as few statements as the question allows. */
  async listed(db: Queryable, question: ListQuestion): Promise<EntityPage & { readonly total: number }> {
    if (question.limit > 0 && question.conditions.some(({ walks }) => walks)) {
      const rows = await this.counted(db, question);
      // Nothing is left beyond the place: what is there was not counted.
      return { ...pageOf(rows), total: rows[0] ? Number(rows[0].matches) : await this.total(db, question) };
    }
    const page = question.limit === 0 ? pageOf([]) : this.page(db, question);
    const [found, total] = await Promise.all([page, this.total(db, question)]);
    return { ...found, total };
  }

  /**
   * One page by keyset: (name, id) beyond the given place, in walking order. It ends early once what it is made of holds as much as a
   * page may: sizes are added up before a document is read.
   */
  async page(db: Queryable, question: ListQuestion): Promise<EntityPage> {
    const { entityType, fields, include, conditions } = question;
    const withDetails = fields.attributes.length > 0;
    const values = withDetails ? detailValues(entityType, fields) : [];
    const where = `where e.type = '${entityType.type}'${LIVENESS[include]}${sqlOf(conditions, values)}`;
    const { beyond, order, limit } = placeOf(question, values, 'e');
    const from = sized(withDetails, order, limit, `${entityType.side?.join ?? ''} ${where}${beyond}`);
    const text = `${entitySelect(entityType, withDetails, from)} where ${FITS} order by ${order}`;
    return pageOf(await db.read<PageRow>({ name: pageName('page', question), text }, values));
  }

  /** As `page`, with the number of all that match in each row: they are found once for both. */
  private async counted(db: Queryable, question: ListQuestion): Promise<(PageRow & { readonly matches: string })[]> {
    const { entityType, fields, include, conditions } = question;
    const withDetails = fields.attributes.length > 0;
    const values = withDetails ? detailValues(entityType, fields) : [];
    const where = `where e.type = '${entityType.type}'${LIVENESS[include]}${sqlOf(conditions, values)}`;
    const { beyond, order, limit } = placeOf(question, values, 'm');
    const ofPage = (alias: string): string => order.replaceAll('m.', `${alias}.`);
    const nodes = `select m.node from matching m where true${beyond} order by ${order} limit ${limit}`;
    const from = sized(withDetails, ofPage('e'), limit, `where e.node = any(array(${nodes}))`);
    const text = `
      with matching as materialized (
        select e.node, e.name, e.id from entity e ${entityType.side?.join ?? ''} ${where})
      select page.*, (select count(*) from matching)::text as matches
        from (${entitySelect(entityType, withDetails, from)} where ${FITS}) page
       order by ${ofPage('page')}`;
    return db.read({ name: pageName('counted', question), text }, values);
  }

  /** How many match. By the counters where type and ancestor are all that is asked; else by the index of the filter. */
  async total(db: Queryable, { entityType, include, conditions }: ListQuestion): Promise<number> {
    const values: unknown[] = [];
    const counted = conditions.every(({ counter }) => counter !== undefined) && conditions.length <= 1;
    const name = statementName('total', entityType.type, include, conditions.map(({ name }) => name).join('+'));
    if (counted) {
      const parents = conditions[0]?.counter ? conditions[0].counter(bind(values, conditions[0].value)) : '0';
      const state = include === 'all' ? '' : ` and deleted = ${include === 'deleted'}`;
      const text = `select coalesce(sum(n), 0)::text as n from counter where type = '${entityType.type}' and parent in (${parents})${state}`;
      const [row] = await db.read<{ n: string }>({ name, text }, values);
      return Number(row?.n ?? 0);
    }
    const side = entityType.side?.join ?? '';
    const where = `where e.type = '${entityType.type}'${LIVENESS[include]}${sqlOf(conditions, values)}`;
    const [row] = await db.read<{ n: string }>(
      { name, text: `select count(*)::text as n from entity e ${side} ${where}` },
      values,
    );
    return Number(row?.n ?? 0);
  }
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

function sqlOf(conditions: readonly Condition[], values: unknown[]): string {
  return conditions.map(({ sql, value }) => ` and ${sql(bind(values, value))}`).join('');
}

/** A condition on what `sized` gives: the rows until the page is full, the first one always. */
const FITS = `e.bytes_before < ${PAGE_BYTES}`;

/**
 * Entities of a page in walking order, with what those before them hold and whether there is a next one.
 * @param limit one more than the rows of the page
 */
function sized(withDetails: boolean, order: string, limit: string, rest: string): string {
  const bytes = withDetails ? '(e.body_bytes + e.details_bytes)' : 'e.body_bytes';
  return `(
    select e.*, sum(${bytes}) over (walk rows unbounded preceding) - ${bytes} as bytes_before,
           lead(e.node) over walk is not null as has_next
      from entity e ${rest}
    window walk as (order by ${order}) order by ${order} limit ${limit}::int - 1) e`;
}

function pageOf(rows: readonly PageRow[]): EntityPage {
  return { rows, hasMore: rows.at(-1)?.has_next ?? false };
}

interface PlaceSql {
  readonly beyond: string;
  readonly order: string;
  readonly limit: string;
}

function placeOf({ place, limit }: ListQuestion, values: unknown[], alias: string): PlaceSql {
  const backward = place?.direction === 'before';
  const beyond = place
    ? ` and (${alias}.name, ${alias}.id) ${backward ? '<' : '>'} (${bind(values, place.name)}, ${bind(values, place.id)}::uuid)`
    : '';
  const order = backward ? `${alias}.name desc, ${alias}.id desc` : `${alias}.name, ${alias}.id`;
  return { beyond, order, limit: bind(values, limit + 1) };
}

function pageName(kind: string, { entityType, include, conditions, place, fields }: ListQuestion): string {
  const filters = conditions.map(({ name }) => name).join('+');
  const form = [place?.direction ?? 'first', fields.attributes.length > 0 ? 'details' : ''];
  return statementName(kind, entityType.type, include, filters, ...form);
}

function bind(values: unknown[], value: unknown): string {
  values.push(value);
  return `$${values.length}`;
}

/** Asked-for arrays that are empty are `[]`. */
function detailValues(entityType: EntityType, { attributes }: FieldSelection): unknown[] {
  const arrays = attributes.filter((name) => entityType.attributes[name]?.schema.type === 'array');
  return [JSON.stringify(Object.fromEntries(arrays.map((name) => [name, []]))), [...attributes]];
}
