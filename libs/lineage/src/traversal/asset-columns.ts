import { joinFqn, splitFqn, entityTypes } from '@app/catalog';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { LINEAGE_TYPES } from './asset';

/** node → the paths of its columns */
export type PathsOfNodes = ReadonlyMap<string, ReadonlySet<string>>;

interface PathsRow {
  readonly node: string;
  readonly paths: readonly string[];
}

@Injectable()
export class AssetColumns {
  /** The current columns of these assets, in one statement. @param nodes bigint in decimal */
  async of(tx: Transaction, nodes: Iterable<string>): Promise<PathsOfNodes> {
    const wanted = [...new Set(nodes)];
    const paths = new Map(wanted.map((node) => [node, new Set<string>()]));
    if (wanted.length === 0) return paths;
    const text = `
      select node::text as node, array_agg(path) as paths from (${columnPaths('select unnest($1::bigint[])')}) columns
       group by node`;
    for (const row of await query<PathsRow>(tx, text, [wanted])) paths.set(row.node, new Set(row.paths));
    return paths;
  }
}

/**
 * The path of a column inside its asset, from its FQN or from the path itself; undefined if the asset has no such
 * column. Paths are spelled as in FQNs, quoted where needed.
 */
export function columnPath(text: string, assetFqn: string, paths: ReadonlySet<string>): string | undefined {
  const inside = text.startsWith(`${assetFqn}.`) ? text.slice(assetFqn.length + 1) : undefined;
  // Nearly all are spelled so; the rest takes microseconds for each.
  const first = inside ?? text;
  if (paths.has(first)) return first;
  const spellings = [inside, text].flatMap((path) => {
    const names = path === undefined ? undefined : splitFqn(path);
    return names ? [joinFqn(undefined, ...names)] : [];
  });
  // A column whose own name contains dots, written without quotes.
  return [...spellings, joinFqn(undefined, text)].find((path) => paths.has(path));
}

/** Where asset types store their columns (fields, features, tasks), as JSON paths: `{messageSchema,schemaFields}`. */
export function columnPlaces(): string[] {
  const found = LINEAGE_TYPES.flatMap((type) =>
    Object.entries(entityTypes.get(type).attributes).flatMap(([name, { parts }]) =>
      parts ? [parts.below ? `{${name},${parts.below}}` : `{${name}}`] : [],
    ),
  );
  return [...new Set(found)].sort();
}

/**
 * A query for `(node, path)`: every column of these assets, including nested ones, by its path inside the asset.
 * Malformed columns are ignored.
 *
 * @param nodes SQL that returns nodes
 */
export function columnPaths(nodes: string): string {
  const lists = columnPlaces().map((path) => `('${path}'::text[])`);
  return `
    with asset as materialized (
      select e.node, e.body || e.details as document from entity e where e.node in (${nodes})
    )
    select distinct a.node, p.path
      from asset a, (values ${lists.join(', ')}) as l (place), lateral column_paths(a.document #> l.place, '') as p (path)`;
}
