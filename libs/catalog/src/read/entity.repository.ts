import { KnownValues, oncePer } from '@app/common';
import type { PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { entitySelect, type EntityRow } from './entity-row';
import { allFields, type FieldSelection } from '../query/field-list';
import type { Include } from '../query/list-question';
import { bind, detailValues, LIVENESS } from './query/question-sql';
import { RelationQuestion } from './relation-question';
import { statementName, type Queryable } from '../query/queryable';
import { wholeStamp } from './whole-stamp';

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

/** The read of one entity; its values contain at `keyAt` the key of the read that made it. */
interface ReadOfOne {
  readonly statement: PreparedStatement;
  readonly values: readonly unknown[];
  readonly keyAt: number;
}

@Injectable()
export class EntityRepository {
  /** Those of all fields last, and so are built once. */
  private readonly readsOf = oncePer((_: FieldSelection) => new KnownValues<ReadOfOne>(50, 200));

  /**
   * One statement, prepared per type, key and liveness; other variants if requestable attributes or references are read: these are
   * returned as a column of the row.
   */
  async one(
    db: Queryable,
    key: EntityKey | ChildKey,
    include: Include,
    fields: FieldSelection,
    mostRelations?: number,
  ): Promise<EntityRow | undefined> {
    const { by, value } = keyCondition(key);
    const amount = mostRelations === undefined ? 'all' : 'few';
    const { statement, values, keyAt } = this.readsOf(fields).of(`${by}-${include}-${amount}`, () =>
      readOfOne(key, include, fields, { amount, mostRelations }),
    );
    const [row] = await db.read<EntityRow>(statement, values.with(keyAt, value));
    return row;
  }

  /** `one`, of a live entity with all fields, and with the versions of the rows that it follows from, if these are known. */
  async whole(db: Queryable, entityType: EntityType, key: EntityKey): Promise<WholeRow | undefined> {
    const { by, value } = keyCondition(key);
    const fields = allFields(entityType);
    const { statement, values, keyAt } = this.readsOf(fields).of(`${by}-whole`, () => {
      const more = [...PLACE, `${wholeStamp(entityType) ?? 'null::text'} as whole_stamp`];
      return readOfOne(key, 'non-deleted', fields, { amount: 'whole', more });
    });
    const [row] = await db.read<WholeRow>(statement, values.with(keyAt, value));
    return row;
  }

  /** The existing entities of the ids, deleted ones included, unordered. */
  async several(db: Queryable, ids: readonly string[], fields: FieldSelection): Promise<EntityRow[]> {
    const { entityType } = fields;
    const withDetails = fields.attributes.length > 0;
    const values = withDetails ? detailValues(fields) : [];
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
}

interface ReadParts {
  /** Distinguishes the statement from others of the same key. */
  readonly amount: string;
  readonly mostRelations?: number | undefined;
  /** Further columns. */
  readonly more?: readonly string[];
}

function readOfOne(
  key: EntityKey | ChildKey,
  include: Include,
  fields: FieldSelection,
  { amount, mostRelations, more = [] }: ReadParts,
): ReadOfOne {
  const { by, value, sql } = keyCondition(key);
  const { entityType } = fields;
  const withDetails = fields.attributes.length > 0;
  const values = withDetails ? detailValues(fields) : [];
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
