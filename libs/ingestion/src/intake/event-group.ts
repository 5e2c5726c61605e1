import type { Actor } from '@app/common';
import { binaryArray, booleanArray, integerArray, uuidArray } from '@app/database';
import type { LineageEvent } from '../event/event';
import { datasetKey, eventKey, jobKey, runKey, stampOf } from '../event/event-key';
import { evidenceRows, facetRows } from '../facts/dataset-facts.repository';
import { rawBody } from '../facts/event.repository';
import { nameRows, type SentName } from '../naming/name.repository';
import { TARGET_TYPES } from '../naming/target-statement';

/** Edges between the datasets of an event that shares a call; more are worth one of its own. */
const MOST_EDGES = 8;

/** An event that waits to be taken, with whoever sent it. */
export interface WaitingEvent {
  readonly actor: Actor;
  readonly event: LineageEvent;
  /** As it came. */
  readonly sent: unknown;
}

/** Of an event that is taken so: it has a run, or is of a job. */
const runOf = (event: LineageEvent): string => runKey(event) as string;

/**
 * Those that one call can take, in the order of their runs: of different runs, into different datasets, so that it does not matter which of
 * them comes first.
 */
export function groupOf(waiting: readonly WaitingEvent[]): WaitingEvent[] {
  const taken = new Set<string>();
  const group = waiting.filter(({ event }) => {
    const outputs = event.datasets.filter(({ output }) => output);
    if (outputs.length * (event.datasets.length - outputs.length) > MOST_EDGES) return false;
    const keys = [runOf(event), ...outputs.map(datasetKey)];
    if (keys.some((key) => taken.has(key))) return false;
    for (const key of keys) taken.add(key);
    return true;
  });
  return group.sort((a, b) => (runOf(a.event) < runOf(b.event) ? -1 : 1));
}

/** Each pair of an input and an output. */
function pairsOf({ datasets }: LineageEvent): { readonly source: string; readonly end: string }[] {
  const [sources, ends] = [datasets.filter(({ output }) => !output), datasets.filter(({ output }) => output)];
  return sources.flatMap((source) => ends.map((end) => ({ source: datasetKey(source), end: datasetKey(end) })));
}

/** Every type that a dataset and a job can turn out to be, as arrays. */
const TYPES = [TARGET_TYPES.dataset, TARGET_TYPES.job].map((types) => binaryArray('text', types));

/** The values of `openlineage_take`. */
export function groupValues(group: readonly WaitingEvent[]): unknown[] {
  const bodies = group.map(({ sent }) => rawBody(sent));
  const rows = group.map((one, place) => eventRow(one, bodies[place]!.reduced));
  const pairs = group.flatMap(({ event }, place) => pairsOf(event).map((pair) => ({ place, ...pair })));
  const datasets = group.flatMap(({ event }, place) =>
    event.datasets.map((dataset) => ({ run: rows[place]!.run, key: datasetKey(dataset), output: dataset.output })),
  );
  const evidence = group.flatMap(({ event }, place) =>
    evidenceRows(event).map((row) => ({ ...row, run: rows[place]!.run, at: event.time.ms })),
  );
  const facets = newestFacets(group);
  return [
    JSON.stringify(rows),
    binaryArray(
      'text',
      bodies.map(({ body }) => body),
    ),
    JSON.stringify(nameCounts(group)),
    integerArray(pairs.map(({ place }) => place)),
    uuidArray(pairs.map(({ source }) => source)),
    uuidArray(pairs.map(({ end }) => end)),
    uuidArray(datasets.map(({ run }) => run)),
    uuidArray(datasets.map(({ key }) => key)),
    booleanArray(datasets.map(({ output }) => output)),
    facets.length > 0 ? JSON.stringify(facets) : null,
    evidence.length > 0 ? JSON.stringify(evidence) : null,
    ...TYPES,
  ];
}

/** What is stored of the event beside its body, and of its run. */
function eventRow({ actor, event }: WaitingEvent, reduced: boolean) {
  const { eventType, job, kind, nominal, notes, parent, runId, sql, time } = event;
  return {
    key: eventKey(event),
    kind,
    type: eventType,
    at: time.ms,
    runId,
    jobNamespace: job?.namespace,
    jobName: job?.name,
    sender: actor.name,
    origin: actor.origin,
    reduced,
    notes,
    run: runOf(event),
    stamp: stampOf(event),
    job: job && jobKey(job),
    parent: parent && jobKey(parent),
    sql,
    nominal,
    completed: eventType === 'COMPLETE' ? [time.ms] : [],
  };
}

interface NameCount extends SentName {
  first: number;
  last: number;
  events: number;
}

/** Each name once, in the order of their keys, with the times and the number of the events that have it. */
function nameCounts(group: readonly WaitingEvent[]): NameCount[] {
  const counts = new Map<string, NameCount>();
  for (const { event } of group) {
    const at = event.time.ms;
    for (const name of nameRows(event)) {
      const known = counts.get(name.key);
      if (!known) counts.set(name.key, { ...name, first: at, last: at, events: 1 });
      else {
        known.first = Math.min(known.first, at);
        known.last = Math.max(known.last, at);
        known.events++;
      }
    }
  }
  return [...counts.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Of each name and kind the one of the newest event. */
function newestFacets(group: readonly WaitingEvent[]): object[] {
  const newest = new Map<string, { readonly stamp: string }>();
  for (const { event } of group) {
    const stamp = stampOf(event);
    for (const facet of facetRows(event)) {
      const key = `${facet.name} ${facet.kind}`;
      const known = newest.get(key);
      if (!known || known.stamp < stamp) newest.set(key, { ...facet, stamp });
    }
  }
  return [...newest.values()];
}
