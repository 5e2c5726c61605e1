import { readFileSync } from 'node:fs';
import { groupBy } from '@app/common';
import { sharedPath } from '../../support/shared-folder';

/** Tables by name, and which is made of which. */
export interface TableGraph {
  readonly name: string;
  readonly edges: readonly (readonly [from: string, to: string])[];
  readonly contracts: number;
  readonly results: number;
}

/** A dbt project of 1,183 tables, published by others. */
export const DBT = 'data/lineage/dbt-healthcare.csv';

export function dbtGraph(): TableGraph {
  const [, ...lines] = readFileSync(sharedPath(DBT), 'utf8').trim().split(/\r?\n/);
  const edges = lines.map((line) => line.split(',') as [string, string]);
  return { name: 'dbt', edges, contracts: 300, results: 6_000 };
}

const LAYERS = ['stage', 'clean', 'join', 'mart', 'report'];
const WIDTH = 12;
/** Tables that are made of one at the end of a chain. */
const FAN = 40;
export const CHAIN_HEAD = 'chain_0';
const CHAIN = 5;

/** The same kinds in small: layers with edges by chance, a chain that ends in a fan, and a table that nothing else is made of. */
export function generatedGraph(): TableGraph {
  const chance = chanceOf(49);
  const at = (layer: number, place: number) => `${LAYERS[layer]}_${place}`;
  const layered = LAYERS.slice(1).flatMap((_, below) =>
    Array.from({ length: WIDTH }, (__, place) =>
      Array.from({ length: 1 + Math.floor(chance() * 3) }, () => {
        const source = at(below, Math.floor(chance() * WIDTH));
        return [source, at(below + 1, place)] as const;
      }),
    ).flat(),
  );
  const chain = Array.from({ length: CHAIN }, (_, step) => [`chain_${step}`, `chain_${step + 1}`] as const);
  const fan = Array.from({ length: FAN }, (_, place) => [`chain_${CHAIN}`, `fan_${place}`] as const);
  const edges = [...layered, ...chain, ...fan, ['alone_source', 'alone'] as const];
  return { name: 'generated', edges: unique(edges), contracts: 40, results: 400 };
}

export const tablesOf = ({ edges }: TableGraph): string[] => [...new Set(edges.flat())].sort();

/** The table, all that it is made of and all that is made of it. */
export function relatedTo(table: string, { edges }: TableGraph): ReadonlySet<string> {
  return new Set([
    ...reached(table, edges),
    ...reached(
      table,
      edges.map(([from, to]) => [to, from] as const),
    ),
  ]);
}

function reached(table: string, edges: TableGraph['edges']): ReadonlySet<string> {
  const ends = groupBy(edges, ([from]) => from);
  const found = new Set([table]);
  // A set is walked through to what is added meanwhile.
  for (const from of found) for (const [, to] of ends.get(from) ?? []) found.add(to);
  return found;
}

function unique(edges: TableGraph['edges']): TableGraph['edges'] {
  return [...new Map(edges.map((edge) => [edge.join(), edge])).values()];
}

/** Numbers from 0 to 1, the same ones for the same seed. */
export function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
