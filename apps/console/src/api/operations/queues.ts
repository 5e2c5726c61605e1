import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from '../service/client';

export type Queue = Schemas['Queue'];

/** Queues are watched while they are looked at. */
const QUEUES_MS = 5_000;
/** More are counted, and not listed. */
const MOST_PARKED = 100;

export const queuesQuery = queryOptions({
  queryKey: ['administration', 'queues'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/v1/system/queues', { signal })),
  refetchInterval: QUEUES_MS,
});

/** Pauses a queue for all workers, or lets them go on. */
export const steerQueue = ({ name, paused }: Queue): Promise<unknown> => {
  const params = { path: { name } };
  return answerOf(
    paused
      ? api.POST('/api/v1/system/queues/{name}/resume', { params })
      : api.POST('/api/v1/system/queues/{name}/pause', { params }),
  );
};

/** Jobs that no worker could run. */
export const parkedQuery = queryOptions({
  queryKey: ['administration', 'parked'],
  queryFn: ({ signal }) => {
    const params = { query: { limit: MOST_PARKED } };
    return answerOf(api.GET('/api/v1/system/queues/parked', { params, signal }));
  },
  refetchInterval: QUEUES_MS,
});

export const retryParked = (id: string): Promise<unknown> =>
  answerOf(api.POST('/api/v1/system/queues/parked/{id}/retry', { params: { path: { id } } }));

export const removeParked = (id: string): Promise<unknown> =>
  answerOf(api.DELETE('/api/v1/system/queues/parked/{id}', { params: { path: { id } } }));
