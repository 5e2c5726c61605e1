import type { DbtProject } from '../project';

/** From what a relation is made to the relation; ids of dbt. */
export interface PlannedEdge {
  readonly from: string;
  readonly to: string;
}

/** Every relation that another one is made of; through ephemeral models, which are in no database. */
export function planEdges({ relations, passages }: DbtProject): PlannedEdge[] {
  return [...relations.values()].flatMap(({ id, dependsOn }) =>
    sourcesOf(dependsOn, relations, passages).map((from) => ({ from, to: id })),
  );
}

function sourcesOf(
  ids: readonly string[],
  relations: DbtProject['relations'],
  passages: DbtProject['passages'],
): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const left = [...ids];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (relations.has(id)) found.add(id);
    else left.push(...(passages.get(id) ?? []));
  }
  return [...found].sort();
}
