import { badRequest, invalidFields, truncate } from '@app/common';
import { assertionCount, pairCount, readDataset, storedFacets } from './dataset-facets';
import { EVENT_TYPES, type EventDataset, type EventType, type LineageEvent } from './event';
import { readTime, facetOf, objectOf, textOf, type Json } from './lenient';
import { lenientName, NameReader } from './name-reader';

/** Inputs and outputs of one event together. */
const MOST_DATASETS = 2_000;
/** Of the outputs of one event. */
const MOST_PAIRS = 50_000;
/** Of one event: each different one becomes a test case, all of them in one transaction. */
const MOST_ASSERTIONS = 1_000;
/** The part of an SQL statement that is stored. */
const LONGEST_SQL = 1024 * 1024;
const MOST_NOTES = 20;

/**
 * Reads a RunEvent, DatasetEvent or JobEvent of OpenLineage 1.x or 2.x. Facets that are unknown or malformed are passed over; what
 * an event cannot do without is asked for.
 *
 * @throws {AppError} BAD_REQUEST that names every place
 */
export function readEvent(sent: unknown): LineageEvent {
  const event = objectOf(sent);
  if (!event) throw badRequest('An event must be an object: a RunEvent, a DatasetEvent or a JobEvent of OpenLineage');
  const reader = new NameReader();
  const notes: string[] = [];
  const note = (text: string): void => void (notes.length < MOST_NOTES && notes.push(text));
  const kind = kindOf(event);
  const time = readTime(event.eventTime);
  if (!time) reader.fault('eventTime', 'must be a time such as 2024-08-06T13:26:49.980Z, from 1973 on');
  const datasets = kind === 'dataset' ? datasetOf(event, reader, note) : sides(event, reader, note);
  const parts = { ...runOf(event, kind, reader, note), ...(kind === 'dataset' ? {} : jobOf(event, reader, note)) };
  if (datasets.length > MOST_DATASETS) reader.fault('inputs', `and outputs have more than ${MOST_DATASETS} datasets`);
  if (reader.faults.length || !time) throw invalidFields(reader.faults);
  return { kind, time, ...parts, datasets, notes };
}

function kindOf(event: Json): LineageEvent['kind'] {
  if (event.run !== undefined && event.run !== null) return 'run';
  if (event.dataset !== undefined && event.dataset !== null) return 'dataset';
  if (event.job !== undefined && event.job !== null) return 'job';
  throw badRequest(
    'An event has a run and a job (RunEvent), a dataset (DatasetEvent) or a job (JobEvent); this has none',
    [{ field: 'run', message: 'is missing, and so are dataset and job' }],
  );
}

function runOf(
  event: Json,
  kind: LineageEvent['kind'],
  reader: NameReader,
  note: (text: string) => void,
): Pick<LineageEvent, 'runId' | 'eventType' | 'parent' | 'nominal'> {
  if (kind !== 'run') return {};
  const runId = reader.text(event.run, 'run', 'runId');
  const facets = objectOf(event.run)?.facets;
  const parent = lenientName(facetOf(facets, 'parent')?.job);
  const nominal = nominalTime(facetOf(facets, 'nominalTime'), note);
  return {
    runId,
    eventType: eventType(event.eventType, reader),
    ...(parent && { parent }),
    ...(nominal !== undefined && { nominal }),
  };
}

function eventType(sent: unknown, reader: NameReader): EventType {
  if (sent === undefined || sent === null) return 'OTHER';
  const word = typeof sent === 'string' ? sent.toUpperCase() : '';
  if ((EVENT_TYPES as readonly string[]).includes(word)) return word as EventType;
  reader.fault('eventType', `must be one of ${EVENT_TYPES.join(', ')}`);
  return 'OTHER';
}

/** The data of a scheduled run reaches until the end of its interval. */
function nominalTime(facet: Json | undefined, note: (text: string) => void): number | undefined {
  if (!facet) return undefined;
  const time = readTime(facet.nominalEndTime) ?? readTime(facet.nominalStartTime);
  if (!time) note('run.facets.nominalTime has no nominalStartTime that is a time');
  return time?.ms;
}

function jobOf(event: Json, reader: NameReader, note: (text: string) => void): Pick<LineageEvent, 'job' | 'sql'> {
  const name = reader.name(event.job, 'job');
  const facets = objectOf(event.job)?.facets;
  const sql = textOf(facetOf(facets, 'sql')?.query);
  return {
    job: { ...name, storedFacets: storedFacets(facets, note) },
    ...(sql && { sql: truncate(sql, LONGEST_SQL) }),
  };
}

const SIDES = ['inputs', 'outputs'] as const;

function sides(event: Json, reader: NameReader, note: (text: string) => void): EventDataset[] {
  const sent = Object.fromEntries(SIDES.map((side) => [side, datasetsOf(event, side, reader)]));
  if (!hasFewFacts(sent, reader)) return [];
  return SIDES.flatMap((side) =>
    sent[side]!.map((one, i) =>
      readDataset(reader.name(one, `${side}[${i}]`), one, side === 'outputs', (text) => note(`${side}[${i}]: ${text}`)),
    ),
  );
}

function datasetsOf(event: Json, side: (typeof SIDES)[number], reader: NameReader): readonly unknown[] {
  const sent = event[side] ?? [];
  if (!Array.isArray(sent)) {
    reader.fault(side, 'must be a list of datasets');
    return [];
  }
  // Not read: a million of them would take seconds.
  if (sent.length <= MOST_DATASETS) return sent;
  reader.fault(side, `has ${sent.length} datasets; inputs and outputs together have at most ${MOST_DATASETS}`);
  return [];
}

/** Counted before any is read, for the same reason. */
function hasFewFacts(sent: Readonly<Record<string, readonly unknown[]>>, reader: NameReader): boolean {
  const { outputs = [] } = sent;
  const manyPairs = sumOf(outputs, pairCount) > MOST_PAIRS;
  const manyAssertions = sumOf(Object.values(sent).flat(), assertionCount) > MOST_ASSERTIONS;
  if (manyPairs) reader.fault('outputs', `have more than ${MOST_PAIRS} pairs of columns in their facets columnLineage`);
  if (manyAssertions)
    reader.fault(
      Object.keys(sent).join(' and '),
      `have more than ${MOST_ASSERTIONS} assertions in their facets dataQualityAssertions`,
    );
  return !manyPairs && !manyAssertions;
}

const sumOf = (datasets: readonly unknown[], count: (dataset: unknown) => number): number =>
  datasets.reduce<number>((sum, dataset) => sum + count(dataset), 0);

function datasetOf(event: Json, reader: NameReader, note: (text: string) => void): EventDataset[] {
  const name = reader.name(event.dataset, 'dataset');
  if (!hasFewFacts({ dataset: [event.dataset] }, reader)) return [];
  return [readDataset(name, event.dataset, false, (text) => note(`dataset: ${text}`))];
}
