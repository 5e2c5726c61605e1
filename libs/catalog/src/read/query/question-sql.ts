import { storedArrays } from '../entity-row';
import { byRequest, type FieldSelection } from '../../query/field-list';
import { statementName } from '../../query/queryable';
import type { Condition, Include, ListQuestion } from '../../query/list-question';

export const LIVENESS: Record<Include, string> = {
  all: '',
  deleted: ' and e.deleted_by is not null',
  'non-deleted': ' and e.deleted_by is null',
};

/** Whether the counters contain the total: only type and ancestor are filtered. */
export function isByCounter({ conditions }: ListQuestion): boolean {
  return conditions.every(({ counter }) => counter !== undefined) && conditions.length <= 1;
}

export function counterSql({ entityType, include, conditions: [ancestor] }: ListQuestion, values: unknown[]): string {
  const parents = ancestor?.counter ? ancestor.counter(bind(values, ancestor.value)) : '0';
  const state = include === 'all' ? '' : ` and deleted = ${include === 'deleted'}`;
  return `select coalesce(sum(n), 0)::text as n from counter where type = '${entityType.type}' and parent in (${parents})${state}`;
}

/** Whether the question descends from few rows to many, which is done once for page and total. */
export const walks = ({ conditions }: ListQuestion): boolean => conditions.some((condition) => condition.walks);

/** SQL of all that a list finds, following `from`. */
export function matchesSql(
  { entityType, include }: ListQuestion,
  conditions: readonly Condition[],
  values: unknown[],
): string {
  const where = `where e.type = '${entityType.type}'${LIVENESS[include]}${sqlOf(conditions, values)}`;
  return `entity e ${entityType.side?.join ?? ''} ${where}`;
}

/** The CTE `matching` of all that a list finds. What is worked out for many rows at once comes after all other conditions. */
export function matchingSql(question: ListQuestion, values: unknown[]): string {
  const together = question.conditions.filter(({ ofMany }) => ofMany);
  const each = question.conditions.filter(({ ofMany }) => !ofMany);
  const found = `select e.node, e.name, e.id, e.type, e.parent from ${matchesSql(question, each, values)}`;
  if (!together.length) return `matching as materialized (${found})`;
  const also = together.map(({ ofMany, value }) => ofMany?.('candidate', bind(values, value))).join(' and ');
  return `candidate as materialized (${found}), matching as materialized (select m.* from candidate m where ${also})`;
}

export function sqlOf(conditions: readonly Condition[], values: unknown[]): string {
  return conditions.map(({ sql, value }) => ` and ${sql(bind(values, value))}`).join('');
}

export interface CursorSql {
  readonly beyond: string;
  readonly order: string;
  readonly limit: string;
}

export function cursorOf({ cursor, limit }: ListQuestion, values: unknown[], alias: string): CursorSql {
  const backward = cursor?.direction === 'before';
  const beyond = cursor
    ? ` and (${alias}.name, ${alias}.id) ${backward ? '<' : '>'} ((select ${bind(values, cursor.name)}::text collate "C"), (select ${bind(values, cursor.id)}::uuid))`
    : '';
  const order = backward ? `${alias}.name desc, ${alias}.id desc` : `${alias}.name, ${alias}.id`;
  return { beyond, order, limit: bind(values, limit + 1) };
}

export function pageName(kind: string, { entityType, include, conditions, cursor, fields }: ListQuestion): string {
  const filters = conditions.map(({ name }) => name).join('+');
  const form = [cursor?.direction ?? 'first', fields.attributes.length > 0 ? 'details' : ''];
  return statementName(kind, entityType.type, include, filters, ...form);
}

export function bind(values: unknown[], value: unknown): string {
  values.push(value);
  return `$${values.length}`;
}

/** Requested arrays that are empty are `[]`. */
export function detailValues({ entityType, attributes }: FieldSelection): unknown[] {
  const stored = storedArrays(entityType);
  const arrays = attributes.filter((name) => stored.includes(name));
  const others = byRequest(entityType).filter((name) => !attributes.includes(name));
  return [JSON.stringify(Object.fromEntries(arrays.map((name) => [name, []]))), others];
}
