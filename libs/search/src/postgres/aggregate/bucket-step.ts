import { valueField, type NestedPath } from '../../document/search-field';
import type { Bucket, BucketOf } from '../../query/aggregation';
import { compileFilter } from '../compile/compile-query';
import { ROW } from '../compile/compiled';
import { ELEMENT, render } from '../compile/condition';
import type { CompileContext } from '../compile/context';
import { elementsOf } from '../compile/nested-leaf';
import type { Parameters } from '../compile/parameters';
import { numberOf, valuesOf } from '../compile/row-value';
import { bucketStart } from './histogram';

/** The relation with the keys of one more bucket. `global` begins anew, see `baseOf`. */
export function step(relation: Relation, bucket: Bucket, context: CompileContext): Relation {
  const { parameters } = context;
  const { alias } = relation;
  switch (bucket.type) {
    case 'terms':
      return termsStep(relation, bucket, context);
    case 'filter':
      return narrowed(relation, render(compileFilter(bucket.query, context), parameters, alias));
    case 'filters':
      return filtersStep(relation, bucket, context);
    case 'global':
      return relation;
    case 'nested':
      return nestedStep(relation, bucket.path);
    case 'reverseNested':
      return backToDocuments(relation);
    case 'dateHistogram': {
      const start = bucketStart(bucket, numberOf(bucket.field, alias, parameters), parameters);
      return numberStep(relation, bucket.field, start, parameters);
    }
    case 'histogram': {
      const [interval, offset] = [bucket.interval, bucket.offset].map((each) => parameters.add(each, 'float8'));
      const start = `floor((${numberOf(bucket.field, alias, parameters)} - ${offset}) / ${interval}) * ${interval} + ${offset}`;
      return numberStep(relation, bucket.field, start, parameters);
    }
    case 'range':
      return rangeStep(relation, bucket, context);
    case 'composite':
      return compositeStep(relation, bucket, context);
  }
}

function termsStep(relation: Relation, bucket: BucketOf<'terms'>, { parameters }: CompileContext): Relation {
  const name = `k${relation.depth}`;
  const values = valuesOf(bucket.field, relation.alias, parameters);
  const key = termKey(bucket.field);
  const missing = bucket.missing === undefined ? undefined : key(bucket.missing);
  const type = typeof missing === 'number' ? 'float8' : 'text';
  const absent =
    missing === undefined
      ? ''
      : ` union all select ${parameters.add(missing, type)} as key where not exists (${values})`;
  const among = (list: readonly string[]): string =>
    `key::text = any(${parameters.add(
      list.map((each) => String(key(each))),
      'text[]',
    )})`;
  const lists = [
    ...(bucket.include ? [among(bucket.include)] : []),
    ...(bucket.exclude ? [`not ${among(bucket.exclude)}`] : []),
  ];
  const lateral = `select key from (${values}${absent}) v ${lists.length > 0 ? `where ${lists.join(' and ')}` : ''}`;
  return keyed(relation, lateral, name, [`${name}.key`]);
}

/** A value that was asked for as a key of these buckets: those of booleans are 1 and 0. */
function termKey(field: string): (value: string | number) => string | number {
  return valueField(field)?.kind === 'boolean' ? (value) => Number(value === 'true') : (value) => value;
}

function filtersStep(relation: Relation, bucket: BucketOf<'filters'>, context: CompileContext): Relation {
  const name = `k${relation.depth}`;
  const { parameters } = context;
  const conditions = Object.entries(bucket.filters).map(([key, query]) => ({
    key,
    text: render(compileFilter(query, context), parameters, relation.alias),
  }));
  const other = bucket.otherKey === undefined ? [] : [{ key: bucket.otherKey, text: noneOf(conditions) }];
  const values = [...conditions, ...other].map(({ key, text }) => `(${parameters.add(key, 'text')}, ${text})`);
  const lateral = `select v.key from (values ${values.join(', ')}) v (key, matches) where v.matches`;
  return keyed(relation, lateral, name, [`${name}.key`]);
}

function noneOf(conditions: readonly { readonly text: string }[]): string {
  return conditions.length > 0 ? `not (${conditions.map(({ text }) => text).join(' or ')})` : 'true';
}

/** Elements inside elements are not stored: nothing is found there. */
function nestedStep(relation: Relation, path: NestedPath): Relation {
  if (relation.alias.startsWith(ELEMENT)) return narrowed(relation, 'false');
  const { alias, depth } = relation;
  const element = `${ELEMENT}${depth}`;
  const source = `s${depth}`;
  const from = `${relation.from} join search_source ${source} on ${source}.node = ${alias}.node cross join lateral ${elementsOf(path, element, source)}`;
  return { ...relation, from, alias: element, depth: depth + 1 };
}

function numberStep(relation: Relation, field: string, start: string, parameters: Parameters): Relation {
  const name = `k${relation.depth}`;
  const present = narrowed(relation, `${numberOf(field, relation.alias, parameters)} is not null`);
  return keyed(present, `select (${start})::float8 as key`, name, [`${name}.key`]);
}

function rangeStep(relation: Relation, bucket: BucketOf<'range'>, { parameters }: CompileContext): Relation {
  const name = `k${relation.depth}`;
  const value = numberOf(bucket.field, relation.alias, parameters);
  const ranges = bucket.ranges.map(({ from, to }, at) => {
    const low = from === undefined ? [] : [`${value} >= ${parameters.add(from, 'float8')}`];
    const high = to === undefined ? [] : [`${value} < ${parameters.add(to, 'float8')}`];
    return `(${at}, ${[`${value} is not null`, ...low, ...high].join(' and ')})`;
  });
  const lateral = `select v.key from (values ${ranges.join(', ')}) v (key, matches) where v.matches`;
  return keyed(relation, lateral, name, [`${name}.key`]);
}

function compositeStep(relation: Relation, bucket: BucketOf<'composite'>, { parameters }: CompileContext): Relation {
  return bucket.sources.reduce((now, { field, missingBucket }) => {
    const name = `k${now.depth}`;
    const values = valuesOf(field, now.alias, parameters);
    // A value that is not there is a key too, where it was asked for.
    const lateral = missingBucket ? `select v.key from (select) one left join (${values}) v on true` : values;
    return keyed(now, lateral, name, [`${name}.key`]);
  }, relation);
}

/** A query builder: documents, or elements of their arrays, with the keys of the buckets that they belong to. */
export interface Relation {
  readonly from: string;
  readonly where: readonly string[];
  /** SQL of the key of each bucket on the way that has one. */
  readonly keys: readonly string[];
  /** The row that fields are read of: `r`, or an element of its array. */
  readonly alias: string;
  /** Buckets on the way: makes aliases unique. */
  readonly depth: number;
}

/** All rows that `base` (a common table of nodes) names. */
export function relationOf(base: string): Relation {
  return {
    from: `${base} b join search_row ${ROW} on ${ROW}.node = b.node`,
    where: [],
    keys: [],
    alias: ROW,
    depth: 0,
  };
}

export function narrowed(relation: Relation, condition: string): Relation {
  return { ...relation, where: [...relation.where, condition], depth: relation.depth + 1 };
}

/** Joined with a lateral query, which gives each row its keys. */
export function keyed(relation: Relation, lateral: string, alias: string, keys: readonly string[]): Relation {
  const from = `${relation.from} cross join lateral (${lateral}) ${alias}`;
  return { ...relation, from, keys: [...relation.keys, ...keys], depth: relation.depth + 1 };
}

export function whereText({ where }: Pick<Relation, 'where'>): string {
  return where.length > 0 ? `where ${where.join(' and ')}` : '';
}

/** Each document once for each combination of keys, whichever of its elements got there. */
export function backToDocuments(relation: Relation): Relation {
  const alias = `x${relation.depth}`;
  const columns = relation.keys.map((key, at) => `${key} as c${at}`);
  const inner = `select distinct ${[`${ROW}.node`, ...columns].join(', ')} from ${relation.from} ${whereText(relation)}`;
  return {
    from: `(${inner}) ${alias} join search_row ${ROW} on ${ROW}.node = ${alias}.node`,
    where: [],
    keys: relation.keys.map((_, at) => `${alias}.c${at}`),
    alias: ROW,
    depth: relation.depth + 1,
  };
}
