import { jsonBytesUpTo, truncate } from '@app/common';
import type { Assertion, EventDataset, StoredFacets, LifecycleState, LineageName, ColumnPair } from './event';
import { facetOf, listOf, objectOf, textOf, SEVERITIES, severityIn, type Json, type Severity } from './lenient';
import { lenientName } from './name-reader';

const LIFECYCLE: readonly string[] = ['ALTER', 'CREATE', 'DROP', 'OVERWRITE', 'RENAME', 'TRUNCATE'];

/** Facets that are stored unchanged, each up to this many bytes of JSON. */
const STORED = ['schema', 'documentation', 'ownership'];
const LARGEST_FACET = 64 * 1024;

/** @param sent an input, an output, or the dataset of a DatasetEvent */
export function readDataset(
  name: LineageName,
  sent: unknown,
  output: boolean,
  note: (text: string) => void,
): EventDataset {
  const { facets, inputFacets, outputFacets } = objectOf(sent) ?? {};
  return {
    ...name,
    output,
    columns: output ? columnPairs(facets, note) : [],
    // Of inputs by the specification; producers have put them into the dataset's own facets, and checked outputs too.
    assertions: [facets, inputFacets, outputFacets].flatMap((some) => assertions(some, note)),
    written: output && facetOf(outputFacets, 'outputStatistics') !== undefined,
    ...lifecycle(facets, note),
    storedFacets: storedFacets(facets, note),
  };
}

export function storedFacets(facets: unknown, note: (text: string) => void): StoredFacets {
  const stored: Record<string, unknown> = {};
  for (const name of STORED) {
    const facet = facetOf(facets, name);
    if (!facet) continue;
    if (jsonBytesUpTo(facet, LARGEST_FACET) <= LARGEST_FACET) stored[name] = facet;
    else note(`the facet ${name} is longer than 64 KiB and is not stored`);
  }
  return stored;
}

/** Assertions of an input or output as it was sent, malformed ones included. */
export function assertionCount(sent: unknown): number {
  const { facets, inputFacets, outputFacets } = objectOf(sent) ?? {};
  return [facets, inputFacets, outputFacets].reduce<number>((sum, some) => sum + sentAssertions(some).length, 0);
}

function sentAssertions(facets: unknown): readonly unknown[] {
  return listOf(facetOf(facets, 'dataQualityAssertions')?.assertions);
}

function assertions(facets: unknown, note: (text: string) => void): Assertion[] {
  return sentAssertions(facets).flatMap((sent, i) => {
    const { assertion, column, success, severity }: Json = objectOf(sent) ?? {};
    const place = `dataQualityAssertions.assertions[${i}]`;
    if (textOf(assertion) && typeof success === 'boolean') {
      const where = textOf(column) && { column: column as string };
      return [{ assertion: assertion as string, success, ...where, ...severityOf(severity, place, note) }];
    }
    note(`${place} needs an assertion (text) and success (true or false)`);
    return [];
  });
}

function severityOf(sent: unknown, place: string, note: (text: string) => void): { severity?: Severity } {
  if (sent === undefined || sent === null) return {};
  const severity = severityIn(sent);
  if (severity) return { severity };
  note(`${place} has a severity that is none of ${SEVERITIES.join(', ')}`);
  return {};
}

function lifecycle(facets: unknown, note: (text: string) => void): { lifecycle?: LifecycleState } {
  const state = textOf(facetOf(facets, 'lifecycleStateChange')?.lifecycleStateChange)?.toUpperCase();
  if (state === undefined) return {};
  if (LIFECYCLE.includes(state)) return { lifecycle: state as LifecycleState };
  note(`lifecycleStateChange ${state.slice(0, 100)} is none of ${LIFECYCLE.join(', ')}`);
  return {};
}

/** As `entity_version` and other texts of a key: a path of columns, each of 256 characters. */
const LONGEST_COLUMN = 2_000;
/** What all that transformed a column may say. */
const LONGEST_FUNCTION = 1_000;

/** Pairs of columns of an output as it was sent, malformed ones included; a column without inputs counts as well. */
export function pairCount(sent: unknown): number {
  const fields = objectOf(facetOf(objectOf(sent)?.facets, 'columnLineage')?.fields) ?? {};
  return Object.values(fields).reduce<number>(
    (sum, made) => sum + Math.max(1, listOf(objectOf(made)?.inputFields).length),
    0,
  );
}

/** Every inputField of the facet columnLineage, direct and indirect. @param note is called with what cannot be read */
export function columnPairs(facets: unknown, note: (text: string) => void): ColumnPair[] {
  const fields = objectOf(facetOf(facets, 'columnLineage')?.fields) ?? {};
  return Object.entries(fields).flatMap(([toColumn, made]) =>
    listOf(objectOf(made)?.inputFields).flatMap((input, i) => {
      const from = lenientName(input);
      const fromColumn = textOf(objectOf(input)?.field);
      if (from && fromColumn && isColumn(fromColumn) && isColumn(toColumn))
        return [{ from, fromColumn, toColumn, function: functionOf(input, made) }];
      note(`columnLineage.fields.${toColumn.slice(0, 100)}.inputFields[${i}] names no column of a dataset`);
      return [];
    }),
  );
}

function isColumn(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST_COLUMN;
}

/** The transformations of the pair, sorted; in older events those of the whole column. */
function functionOf(input: unknown, made: unknown): string {
  const steps = listOf(objectOf(input)?.transformations).flatMap((step) => {
    const { type, subtype } = objectOf(step) ?? {};
    const words = [type, subtype].flatMap((word) => textOf(word) ?? []);
    return words.length ? [words.join('/')] : [];
  });
  const all = steps.length ? [...new Set(steps)].sort().join(', ') : textOf(objectOf(made)?.transformationType);
  return truncate(all ?? '', LONGEST_FUNCTION);
}
