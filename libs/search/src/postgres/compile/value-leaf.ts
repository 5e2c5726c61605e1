import type { IdsQuery, KeywordQuery, RangeQuery } from '../../query/bound-query';
import { existsTerm, keywordTerm } from '../row/keyword-term';
import { textField, valueField } from '../../document/search-field';
import { columnOf, vectorOf } from '../row/layout';
import { and, columnSql, FALSE, sql, type Condition } from './condition';
import type { CompileContext } from './context';
import { COLUMN_TYPE, keywordTermsOf, rowValue } from './row-value';

/** Keywords that every document has exactly one of, in a column with an index. */
const COMPARED_IN_COLUMN: ReadonlySet<string> = new Set(['id', 'entityType']);

export function keywordCondition({ field, values }: KeywordQuery, context: CompileContext): Condition {
  const known = valueField(field);
  if (!known || values.length === 0) return FALSE;
  const column = known.kind === 'keyword' && !COMPARED_IN_COLUMN.has(field) ? undefined : columnOf(field);
  if (!column) return { is: 'keywords', any: values.map((each) => keywordTerm(field, each)) };
  const list = context.parameters.add(values, `${COLUMN_TYPE[known.kind]}[]`);
  const isRare = field === 'entityType' && values.every((type) => context.rareTypes.has(String(type)));
  const held = (alias: string): string => {
    const plain = `${alias}.${column}`;
    return isRare ? plain : unindexed(plain, field, context);
  };
  return columnSql((alias) => `${held(alias)} = any(${list})`);
}

/**
 * Types, unless they are rare, and liveness match much of the catalog. The planner would join their index with that of the words, which
 * takes longer than to look at the rows that the words leave; a column within an expression it cannot find there.
 */
function unindexed(column: string, field: string, { wide }: CompileContext): string {
  if (wide) return column;
  if (field === 'entityType') return `(${column} || '')`;
  return field === 'deleted' ? `coalesce(${column}, false)` : column;
}

export function existsCondition(fields: readonly string[]): Condition {
  return fields.length ? { is: 'keywords', any: fields.map(existsTerm) } : FALSE;
}

export function idsCondition({ values }: IdsQuery, { parameters }: CompileContext): Condition {
  const ids = parameters.add(values, 'text[]');
  return values.length ? columnSql((alias) => `${alias}.id = any(${ids})`) : FALSE;
}

export function rangeCondition(query: RangeQuery, { parameters }: CompileContext): Condition {
  const known = valueField(query.field);
  if (known && known.kind !== 'keyword') return boundsOn(query, known.kind, parameters);
  if (!known && !textField(query.field)) return FALSE;
  if (!query.from && !query.to) return existsCondition([query.field]);
  return known ? keywordRange(query, parameters) : tokenRange(query, parameters);
}

type Kind = keyof typeof COLUMN_TYPE;

function boundsOn({ field, from, to }: RangeQuery, kind: Kind, parameters: CompileContext['parameters']): Condition {
  const held = (alias: string): string => rowValue(field, kind, alias, parameters);
  const compare = (operator: string, bound: string | number): Condition => {
    const value = Number(bound);
    if (Number.isNaN(value)) return FALSE;
    // In the column's own type, so that its index can serve.
    const type = kind === 'date' && Number.isSafeInteger(value) ? 'bigint' : COLUMN_TYPE[kind];
    const placeholder = parameters.add(value, type);
    return columnSql((alias) => `${held(alias)} ${operator} ${placeholder}`);
  };
  return and([
    columnSql((alias) => `${held(alias)} is not null`),
    ...(from ? [compare(from.inclusive ? '>=' : '>', from.value)] : []),
    ...(to ? [compare(to.inclusive ? '<=' : '<', to.value)] : []),
  ]);
}

function keywordRange(query: RangeQuery, parameters: CompileContext['parameters']): Condition {
  const bounds = textBounds(query, parameters);
  return sql(
    (alias) => `exists (select 1 from ${keywordTermsOf(query.field, alias, parameters)} and ${bounds('v.value')})`,
  );
}

/** Every token of the field is looked at: no index knows their order by field. */
function tokenRange(query: RangeQuery, parameters: CompileContext['parameters']): Condition {
  const field = textField(query.field) as NonNullable<ReturnType<typeof textField>>;
  const prefix = parameters.add(`${field.code}:`, 'text');
  const bounds = textBounds(query, parameters);
  return sql(
    (alias) => `exists (select 1 from unnest(tsvector_to_array(${alias}.${vectorOf(field)})) l (lexeme)
      cross join lateral (select substr(lexeme, length(${prefix}) + 1) collate "C") v (value)
     where starts_with(lexeme, ${prefix}) and ${bounds('v.value')})`,
  );
}

function textBounds({ from, to }: RangeQuery, parameters: CompileContext['parameters']): (value: string) => string {
  const parts = [['>', from] as const, ['<', to] as const].flatMap(([operator, bound]) =>
    bound ? [`${operator}${bound.inclusive ? '=' : ''} ${parameters.add(String(bound.value), 'text')}`] : [],
  );
  return (value) => parts.map((part) => `${value} ${part}`).join(' and ');
}
