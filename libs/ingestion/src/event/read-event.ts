import { badRequest, invalidFields, truncate } from '@app/common';
import { EVENT_TYPES, type EventDataset, type EventType, type LineageEvent } from './event';
import { assertionCount, sentTests, testsOf } from './facets/assertions';
import { pairCount, type Note } from './facets/column-pairs';
import { readDataset, storedFacets } from './facets/dataset-facets';
import { lineageCount } from './facets/explicit-lineage';
import { unusedNote } from './facets/unused-members';
import { readTime, facetOf, objectOf, textOf, type Json } from './lenient';
import { lenientName, NameReader } from './name-reader';
import { withLineage } from './with-lineage';

/** Inputs and outputs of one event together. */
const MOST_DATASETS = 2_000;
/** Pairs of columns of the outputs of one event. */
const MOST_PAIRS = 50_000;
/** Assertions of one event: each different one becomes a test case, all of them in one transaction. */
const MOST_ASSERTIONS = 1_000;
/** The part of an SQL statement that is stored. */
const LONGEST_SQL = 1024 * 1024;
const MOST_NOTES = 20;

/**
 * Reads a RunEvent, DatasetEvent or JobEvent of OpenLineage 1.x or 2.x. Facets that are unknown or malformed are named in the notes;
 * what an event cannot do without is asked for.
 *
 * @throws {AppError} BAD_REQUEST that names every path
 */
export function readEvent(sent: unknown): LineageEvent {
  const event = objectOf(sent);
  if (!event) throw badRequest('An event must be an object: a RunEvent, a DatasetEvent or a JobEvent of OpenLineage');
  const reader = new NameReader();
  const notes: string[] = [];
  const note: Note = (text) => void (notes.length < MOST_NOTES && notes.push(text));
  const kind = kindOf(event);
  const time = readTime(event.eventTime);
  if (!time) reader.fault('eventTime', 'must be a time such as 2024-08-06T13:26:49.980Z, from 1973 on');
  const isRead = hasFewFacts(event, kind, reader);
  const named = isRead ? datasetsOf(event, kind, reader, note) : [];
  const parts = { ...runOf(event, kind, reader, note), ...(kind === 'dataset' ? {} : jobOf(event, reader, note)) };
  const { datasets, lineage } = isRead ? withLineage(event, named, note) : { datasets: named };
  if (datasets.length > MOST_DATASETS) reader.fault('inputs', `and outputs have more than ${MOST_DATASETS} datasets`);
  if (reader.faults.length || !time) throw invalidFields(reader.faults);
  const unused = unusedNote(kind, event);
  return { kind, time, ...parts, datasets, ...(lineage && { lineage }), notes: unused ? [...notes, unused] : notes };
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
  note: Note,
): Pick<LineageEvent, 'runId' | 'eventType' | 'parent' | 'nominal'> {
  if (kind !== 'run') return {};
  const runId = reader.text(event.run, 'run', 'runId');
  const facets = objectOf(event.run)?.facets;
  const sent = facetOf(facets, 'parent');
  const parent = lenientName(sent?.job);
  if (sent && !parent) note('run.facets.parent has no job with a namespace and a name');
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
function nominalTime(facet: Json | undefined, note: Note): number | undefined {
  if (!facet) return undefined;
  const time = readTime(facet.nominalEndTime) ?? readTime(facet.nominalStartTime);
  if (!time) note('run.facets.nominalTime has no nominalStartTime that is a time');
  return time?.ms;
}

function jobOf(event: Json, reader: NameReader, note: Note): Pick<LineageEvent, 'job' | 'sql'> {
  const name = reader.name(event.job, 'job');
  const facets = objectOf(event.job)?.facets;
  const sql = textOf(facetOf(facets, 'sql')?.query);
  if (sql && sql.length > LONGEST_SQL)
    note(`job.facets.sql: of the query the first ${LONGEST_SQL} characters are stored`);
  return {
    job: { ...name, storedFacets: storedFacets(facets, note) },
    ...(sql && { sql: truncate(sql, LONGEST_SQL) }),
  };
}

const SIDES = ['inputs', 'outputs'] as const;

function datasetsOf(event: Json, kind: LineageEvent['kind'], reader: NameReader, note: Note): EventDataset[] {
  if (kind === 'dataset')
    return [
      readDataset(reader.name(event.dataset, 'dataset'), event.dataset, true, (text) => note(`dataset: ${text}`)),
    ];
  const read = SIDES.flatMap((side) =>
    sideOf(event, side).map((one, i) =>
      readDataset(reader.name(one, `${side}[${i}]`), one, side === 'outputs', (text) => note(`${side}[${i}]: ${text}`)),
    ),
  );
  return kind === 'run' ? withTests(event, read, note) : read;
}

/** The tests of a run are those of what it reads, else of what it writes; of several datasets of the last one, as dbt's integration has it. */
function withTests(event: Json, datasets: readonly EventDataset[], note: Note): EventDataset[] {
  if (sentTests(event.run).length === 0) return [...datasets];
  const inputs = datasets.filter(({ output }) => !output);
  const tested = (inputs.length > 0 ? inputs : datasets).at(-1);
  if (!tested) note('run.facets.test: the run names no dataset that it tests');
  const assertions = tested ? testsOf(event.run, note) : [];
  return datasets.map((one) => (one === tested ? { ...one, assertions: [...one.assertions, ...assertions] } : one));
}

const sideOf = (event: Json, side: (typeof SIDES)[number]): readonly unknown[] => (event[side] ?? []) as unknown[];

/** Counted before any is read: a million of them would take seconds. */
function hasFewFacts(event: Json, kind: LineageEvent['kind'], reader: NameReader): boolean {
  if (kind !== 'dataset' && !SIDES.every((side) => isShortList(event, side, reader))) return false;
  const [inputs, outputs] = kind === 'dataset' ? [[], [event.dataset]] : SIDES.map((side) => sideOf(event, side));
  const pairs = sumOf(outputs!, pairCount) + lineageCount(event);
  const assertions = sumOf([...inputs!, ...outputs!], assertionCount) + sentTests(event.run).length;
  const where = kind === 'dataset' ? 'dataset' : 'outputs';
  if (pairs > MOST_PAIRS)
    reader.fault(where, `have more than ${MOST_PAIRS} pairs of columns in their facets columnLineage and lineage`);
  if (assertions > MOST_ASSERTIONS)
    reader.fault(
      kind === 'dataset' ? 'dataset' : SIDES.join(' and '),
      `have more than ${MOST_ASSERTIONS} assertions in their facets dataQualityAssertions and test`,
    );
  return pairs <= MOST_PAIRS && assertions <= MOST_ASSERTIONS;
}

function isShortList(event: Json, side: (typeof SIDES)[number], reader: NameReader): boolean {
  const sent = event[side] ?? [];
  if (!Array.isArray(sent)) reader.fault(side, 'must be a list of datasets');
  else if (sent.length > MOST_DATASETS)
    reader.fault(side, `has ${sent.length} datasets; inputs and outputs together have at most ${MOST_DATASETS}`);
  else return true;
  return false;
}

const sumOf = (datasets: readonly unknown[], count: (dataset: unknown) => number): number =>
  datasets.reduce<number>((sum, dataset) => sum + count(dataset), 0);
