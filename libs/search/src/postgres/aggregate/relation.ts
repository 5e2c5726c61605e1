import { ROW } from '../compile/compiled';

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
