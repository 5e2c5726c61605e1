import { entityTypes } from '@app/catalog';
import { LINEAGE_TYPES } from '../../traversal/lineage-type';

/** Where asset types store their columns (fields, features, tasks), as JSON paths: `{messageSchema,schemaFields}`. */
function places(): string[] {
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
  const lists = places().map((place) => `('${place}'::text[])`);
  return `
    with asset as materialized (
      select e.node, e.body || e.details as document from entity e where e.node in (${nodes})
    )
    select distinct a.node, p.path
      from asset a, (values ${lists.join(', ')}) as l (place), lateral column_paths(a.document #> l.place, '') as p (path)`;
}
