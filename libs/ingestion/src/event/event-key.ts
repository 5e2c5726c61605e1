import { createHash } from 'node:crypto';
import type { LineageEvent, LineageName } from './event';

/** Digests as the keys of facts: the same thing has the same key wherever it is met, without asking the database. */
const digest = (...parts: readonly unknown[]): string => {
  const hex = createHash('md5').update(JSON.stringify(parts)).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

export function datasetKey({ namespace, name }: LineageName): string {
  return digest('dataset', namespace, name);
}

export function jobKey({ namespace, name }: LineageName): string {
  return digest('job', namespace, name);
}

/** Of what the inputs and outputs of an event belong to: its run, or the job of a JobEvent. */
export function runKey({ kind, runId, job }: LineageEvent): string | undefined {
  if (kind === 'run') return digest('run', runId);
  return kind === 'job' && job ? digest('of job', job.namespace, job.name) : undefined;
}

/** (runId, eventType, eventTime); for other events what they speak of and eventTime. */
export function eventKey(event: LineageEvent): string {
  const { kind, runId, eventType, job, datasets, time } = event;
  const about =
    kind === 'run'
      ? [runId, eventType]
      : kind === 'job'
        ? [job?.namespace, job?.name]
        : [datasets[0]?.namespace, datasets[0]?.name];
  return digest(kind, ...about, time.micros);
}

/** The larger one is the newer one; of two events at the same time always the same wins. */
export function stampOf(event: LineageEvent): string {
  return `${event.time.micros} ${eventKey(event)}`;
}

export function pairKey(fromColumn: string, toColumn: string): string {
  return digest('pair', fromColumn, toColumn);
}

export function itemKey(...parts: readonly unknown[]): string {
  return digest('item', ...parts);
}
