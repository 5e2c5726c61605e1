import { hash } from 'node:crypto';
import { oncePer } from '@app/common';
import type { LineageEvent, LineageName } from './event';

/** Digests as the keys of facts: the same thing has the same key wherever it is met, without asking the database. */
const digest = (...parts: readonly unknown[]): string => {
  const hex = hash('md5', JSON.stringify(parts));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

export const datasetKey = oncePer(({ namespace, name }: LineageName) => digest('dataset', namespace, name));

export const jobKey = oncePer(({ namespace, name }: LineageName) => digest('job', namespace, name));

/** The key of what the inputs and outputs of an event belong to: its run, the job of a JobEvent, the dataset of one that says what it is made of. */
export const runKey = oncePer(({ kind, runId, job, datasets, lineage }: LineageEvent) => {
  if (kind === 'run') return digest('run', runId);
  if (kind === 'dataset') return lineage && digest('of dataset', datasets[0]?.namespace, datasets[0]?.name);
  return kind === 'job' && job ? digest('of job', job.namespace, job.name) : undefined;
});

/** (runId, eventType, eventTime); for other events what they speak of and eventTime. */
export const eventKey = oncePer((event: LineageEvent) => {
  const { kind, runId, eventType, job, datasets, time } = event;
  const about =
    kind === 'run'
      ? [runId, eventType]
      : kind === 'job'
        ? [job?.namespace, job?.name]
        : [datasets[0]?.namespace, datasets[0]?.name];
  return digest(kind, ...about, time.micros);
});

/** The larger one is the newer one; of two events at the same time always the same wins. */
export const stampOf = oncePer((event: LineageEvent) => `${event.time.micros} ${eventKey(event)}`);

export function pairKey(fromColumn: string, toColumn: string): string {
  return digest('pair', fromColumn, toColumn);
}

export function itemKey(...parts: readonly unknown[]): string {
  return digest('item', ...parts);
}
