import { badRequest, TimeSlice } from '@app/common';
import type { DbtProject } from '../project';

/** From what a relation is made to the relation; ids of dbt. */
export interface PlannedEdge {
  readonly from: string;
  readonly to: string;
}

/** Dependencies that are followed for one project: its own, and those through ephemeral models once for each relation behind. */
const MOST_STEPS = 1_000_000;

/**
 * Every relation that another one is made of; through ephemeral models, which are in no database.
 * @throws {AppError} BAD_REQUEST where they lead too far
 */
export async function planEdges({ relations, passages }: DbtProject): Promise<PlannedEdge[]> {
  const slice = new TimeSlice();
  const edges: PlannedEdge[] = [];
  let steps = 0;
  for (const { id, dependsOn } of relations.values()) {
    const [found, seen] = [new Set<string>(), new Set<string>()];
    const left = [...dependsOn];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (++steps > MOST_STEPS) throw tooMany();
      if (steps % TURN === 0) await slice.turn();
      if (seen.has(next)) continue;
      seen.add(next);
      if (relations.has(next)) found.add(next);
      else for (const one of passages.get(next) ?? []) left.push(one);
    }
    for (const from of [...found].sort()) edges.push({ from, to: id });
    await slice.turn();
  }
  return edges;
}

/** Steps between two looks at the clock. */
const TURN = 1_000;

function tooMany(): Error {
  return badRequest(
    `manifest: its relations depend on more than ${MOST_STEPS} others, counted through ephemeral models`,
  );
}
