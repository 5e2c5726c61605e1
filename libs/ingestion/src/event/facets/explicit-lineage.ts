import type { ColumnPair, LineageName } from '../event';
import { columnPair, type Note } from './column-pairs';
import { facetOf, listOf, objectOf, textOf, type Json } from '../lenient';
import { lenientName } from '../name-reader';

/** One output with its sources, from a facet `lineage`. */
export interface ExplicitTarget {
  readonly target: LineageName;
  readonly sources: readonly LineageName[];
  readonly columns: readonly ColumnPair[];
}

/** A facet `lineage` with its path; the target of a facet of a dataset is the dataset. */
export interface LineageFacet {
  readonly path: string;
  readonly facet: Json;
  readonly target?: LineageName;
}

/** The facets `lineage` of an event, wherever they stand: run, job, outputs or the dataset of a DatasetEvent. */
export function lineageFacets(event: Json): LineageFacet[] {
  const holders: readonly (readonly [string, unknown])[] = [
    ['run', event.run],
    ['job', event.job],
    ['dataset', event.dataset],
    ...listOf(event.outputs).map((output, i) => [`outputs[${i}]`, output] as const),
  ];
  return holders.flatMap(([path, holder]) => {
    const facet = facetOf(objectOf(holder)?.facets, 'lineage');
    const target = path === 'run' || path === 'job' ? undefined : lenientName(holder);
    return facet ? [{ path: `${path}.facets.lineage`, facet, ...(target && { target }) }] : [];
  });
}

/** Inputs as they were sent, malformed ones included: each becomes an edge or a pair of columns. */
export function lineageCount(event: Json): number {
  return lineageFacets(event).reduce((sum, { facet }) => sum + entriesOf(facet).reduce(addInputs, 0), 0);
}

function addInputs(sum: number, sent: unknown): number {
  const { inputs, fields } = objectOf(sent) ?? {};
  const ofFields = Object.values(objectOf(fields) ?? {});
  const ofEach = ofFields.reduce<number>((all, field) => all + 1 + listOf(objectOf(field)?.inputs).length, 0);
  // Each column of an input at the top counts for each field.
  return sum + 1 + listOf(inputs).length * Math.max(1, ofFields.length) + ofEach;
}

const entriesOf = (facet: Json): readonly unknown[] => ('entries' in facet ? listOf(facet.entries) : [facet]);

/**
 * Reads the facets `lineage` of an event (LineageFacet 1-0-0). Where there is one, it says all of what the outputs are made of.
 *
 * @param job of the event; a source that is this job stands for what the job is made of
 * @returns undefined where the event has no such facet
 */
export function explicitLineage(event: Json, note: Note): ExplicitTarget[] | undefined {
  const facets = lineageFacets(event);
  if (facets.length === 0) return undefined;
  const entries = facets.flatMap(({ path, facet, target }) =>
    'entries' in facet
      ? listOf(facet.entries).map((entry, i) => ({ path: `${path}.entries[${i}]`, entry: objectOf(entry) ?? {} }))
      : [{ path, entry: { ...facet, type: 'DATASET', ...target } }],
  );
  return new LineageReader(event, entries, note).read();
}

interface Entry {
  readonly path: string;
  readonly entry: Json;
}

interface Source {
  readonly from: LineageName;
  readonly input: unknown;
}

class LineageReader {
  private readonly job: LineageName | undefined;
  /** The sources of the event's job. */
  private readonly ofJob: readonly Source[];

  constructor(
    event: Json,
    private readonly entries: readonly Entry[],
    private readonly note: Note,
  ) {
    this.job = lenientName(event.job);
    const own = entries.filter(({ entry }) => entry.type === 'JOB' && this.isOwnJob(entry));
    this.ofJob = own.flatMap(({ entry }) =>
      listOf(entry.inputs).flatMap((input) => {
        const from = objectOf(input)?.type === 'DATASET' ? lenientName(input) : undefined;
        return from ? [{ from, input }] : [];
      }),
    );
  }

  read(): ExplicitTarget[] {
    return this.entries.flatMap(({ path, entry }) => {
      const target = lenientName(entry);
      if (entry.type === 'DATASET' && target) return [this.targetOf(path, entry, target)];
      if (entry.type !== 'JOB') this.note(`${path} has no type DATASET or JOB with a namespace and a name`);
      else if (!this.isOwnJob(entry)) this.note(`${path}: what another job reads makes no edge`);
      return [];
    });
  }

  private targetOf(path: string, entry: Json, target: LineageName): ExplicitTarget {
    const fields = Object.entries(objectOf(entry.fields) ?? {});
    const whole = this.sourcesOf(`${path}.inputs`, entry.inputs);
    const pairs: ColumnPair[] = [];
    const sources = [...whole];
    for (const { input } of whole)
      if (fields.length === 0 && textOf(objectOf(input)?.field))
        this.note(
          `${path}.inputs name columns that all of ${target.name} depends on, and no fields: they make an edge alone`,
        );
    for (const [toColumn, made] of fields) {
      const inputs = `${path}.fields.${toColumn.slice(0, 100)}.inputs`;
      const ofField = this.sourcesOf(inputs, objectOf(made)?.inputs);
      sources.push(...ofField);
      for (const { input } of [...whole, ...ofField])
        if (objectOf(input)?.field !== undefined) pairs.push(...columnPair(input, toColumn, inputs, this.note));
    }
    const distinct = new Map(sources.map(({ from }) => [JSON.stringify([from.namespace, from.name]), from]));
    return { target, sources: [...distinct.values()], columns: pairs };
  }

  private sourcesOf(path: string, sent: unknown): Source[] {
    return listOf(sent).flatMap((input, i) => {
      const one = objectOf(input) ?? {};
      const from = lenientName(one);
      if (one.type === 'DATASET' && from) return [{ from, input }];
      if (one.type === 'JOB' && this.isOwnJob(one)) return this.ofJob;
      if (one.type === 'JOB') this.note(`${path}[${i}]: what another job has made makes no edge`);
      else this.note(`${path}[${i}] has no type DATASET or JOB with a namespace and a name`);
      return [];
    });
  }

  /** Without a name it is the job of the event. */
  private isOwnJob({ namespace, name }: Json): boolean {
    if (namespace === undefined && name === undefined) return true;
    return namespace === this.job?.namespace && name === this.job?.name;
  }
}
