import type { EventDataset, ExplicitEdge, LineageName } from './event';
import type { Note } from './facets/column-pairs';
import { bareDataset } from './facets/dataset-facets';
import { explicitLineage } from './facets/explicit-lineage';
import type { Json } from './lenient';

/** The datasets of an event, with the edges between them where a facet `lineage` lists them. */
export interface LineageOfEvent {
  readonly datasets: readonly EventDataset[];
  readonly lineage?: readonly ExplicitEdge[];
}

/**
 * Adds what the facets `lineage` of an event say: datasets that they alone name, and the columns of their targets, for which they count
 * more than the facet columnLineage.
 */
export function withLineage(event: Json, named: readonly EventDataset[], note: Note): LineageOfEvent {
  const targets = explicitLineage(event, note);
  if (!targets) return { datasets: named };
  const known = new Set(named.map((dataset) => keyOf(dataset, dataset.output)));
  const all = [...named];
  const add = (name: LineageName, output: boolean): void => {
    const key = keyOf(name, output);
    if (!known.has(key)) all.push(bareDataset(name, output));
    known.add(key);
  };
  const explained = new Map<string, EventDataset['columns'][number][]>();
  for (const { target, sources, columns } of targets) {
    add(target, true);
    for (const source of sources) add(source, false);
    const key = keyOf(target, true);
    const pairs = explained.get(key) ?? [];
    explained.set(key, pairs);
    for (const pair of columns) pairs.push(pair);
  }
  const datasets = all.map((dataset) => {
    const columns = explained.get(keyOf(dataset, dataset.output));
    return columns ? { ...dataset, columns } : dataset;
  });
  const lineage = targets.flatMap(({ target, sources }) => sources.map((from) => ({ from, to: target })));
  return { datasets, lineage };
}

const keyOf = ({ namespace, name }: LineageName, output: boolean): string => JSON.stringify([namespace, name, output]);
