import { jsonBytesUpTo } from '@app/common';
import { assertionsOf } from './assertions';
import { columnPairs, type Note } from './column-pairs';
import type { EventDataset, StoredFacets, LifecycleState, LineageName } from '../event';
import { facetOf, listOf, objectOf, textOf } from '../lenient';
import { lenientName } from '../name-reader';

const LIFECYCLE: readonly string[] = ['ALTER', 'CREATE', 'DROP', 'OVERWRITE', 'RENAME', 'TRUNCATE'];

/** Facets that are stored unchanged, each up to this many bytes of JSON. */
const STORED = ['schema', 'documentation', 'ownership'];
const LARGEST_FACET = 64 * 1024;
/** Other names of one dataset. */
const MOST_SYMLINKS = 20;

/** @param sent an input, an output, or the dataset of a DatasetEvent, which counts as an output */
export function readDataset(name: LineageName, sent: unknown, output: boolean, note: Note): EventDataset {
  const { facets, inputFacets, outputFacets } = objectOf(sent) ?? {};
  return {
    ...bareDataset(name, output),
    columns: output ? columnPairs(facets, note) : [],
    // Of inputs by the specification; producers have put them into the dataset's own facets, and checked outputs too.
    assertions: [facets, inputFacets, outputFacets].flatMap((some) => assertionsOf(some, note)),
    written: output && facetOf(outputFacets, 'outputStatistics') !== undefined,
    symlinks: symlinks(name, facets, note),
    ...lifecycle(facets, note),
    storedFacets: storedFacets(facets, note),
  };
}

/** A dataset of which nothing but its name is said. */
export function bareDataset({ namespace, name }: LineageName, output: boolean): EventDataset {
  return { namespace, name, output, columns: [], assertions: [], written: false, symlinks: [], storedFacets: {} };
}

export function storedFacets(facets: unknown, note: Note): StoredFacets {
  const stored: Record<string, unknown> = {};
  for (const name of STORED) {
    const facet = facetOf(facets, name);
    if (!facet) continue;
    if (jsonBytesUpTo(facet, LARGEST_FACET) <= LARGEST_FACET) stored[name] = facet;
    else note(`the facet ${name} is longer than 64 KiB and is not stored`);
  }
  return stored;
}

/** The names that the facet symlinks gives the dataset beside its own, those of tables first. */
function symlinks({ namespace, name }: LineageName, facets: unknown, note: Note): LineageName[] {
  const sent = listOf(facetOf(facets, 'symlinks')?.identifiers);
  if (sent.length > MOST_SYMLINKS)
    note(`symlinks has ${sent.length} identifiers: those after the first ${MOST_SYMLINKS} are left out`);
  const read = sent.slice(0, MOST_SYMLINKS).flatMap((one, i) => {
    const other = lenientName(one);
    if (!other) note(`symlinks.identifiers[${i}] needs a namespace and a name`);
    const isTable = textOf(objectOf(one)?.type)?.toUpperCase() === 'TABLE';
    return other && (other.namespace !== namespace || other.name !== name) ? [{ other, isTable }] : [];
  });
  return [true, false].flatMap((tables) => read.filter(({ isTable }) => isTable === tables).map(({ other }) => other));
}

function lifecycle(facets: unknown, note: Note): { lifecycle?: LifecycleState } {
  const state = textOf(facetOf(facets, 'lifecycleStateChange')?.lifecycleStateChange)?.toUpperCase();
  if (state === undefined) return {};
  if (LIFECYCLE.includes(state)) return { lifecycle: state as LifecycleState };
  note(`lifecycleStateChange ${state.slice(0, 100)} is none of ${LIFECYCLE.join(', ')}`);
  return {};
}
