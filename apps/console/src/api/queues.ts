import { queryOptions } from '@tanstack/react-query';
import { readJson } from './service/client';

export interface Queue {
  readonly name: string;
  readonly lane: string;
  readonly paused: boolean;
  readonly waiting: number;
  readonly active: number;
}

/** A job that no worker could run. */
export interface ParkedJob {
  readonly id: string;
  readonly queue: string;
  readonly name: string;
  readonly reason: string;
  readonly payload: string;
  readonly parkedAt: number;
}

interface ParkedJobs {
  readonly data: readonly ParkedJob[];
  readonly paging: { readonly total: number };
}

const QUEUES = '/api/v1/system/queues';
/** Queues are watched while they are looked at. */
const QUEUES_MS = 5_000;
/** More are counted, and not listed. */
const MOST_PARKED = 100;

export const queuesQuery = queryOptions({
  queryKey: ['administration', 'queues'],
  queryFn: ({ signal }) => readJson<{ data: readonly Queue[] }>(QUEUES, { signal }),
  refetchInterval: QUEUES_MS,
});

/** Pauses a queue for all workers, or lets them go on. */
export const steerQueue = ({ name, paused }: Queue): Promise<unknown> =>
  readJson(`${QUEUES}/${encodeURIComponent(name)}/${paused ? 'resume' : 'pause'}`, { method: 'POST' });

export const parkedQuery = queryOptions({
  queryKey: ['administration', 'parked'],
  queryFn: ({ signal }) => readJson<ParkedJobs>(`${QUEUES}/parked?limit=${MOST_PARKED}`, { signal }),
  refetchInterval: QUEUES_MS,
});

export const retryParked = (id: string): Promise<unknown> =>
  readJson(`${QUEUES}/parked/${encodeURIComponent(id)}/retry`, { method: 'POST' });

export const removeParked = (id: string): Promise<unknown> =>
  readJson(`${QUEUES}/parked/${encodeURIComponent(id)}`, { method: 'DELETE' });
