import { queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE } from '../administration';
import { answerOf, api, type Schemas } from '../service/client';

export type Schedule = Schemas['ValidationSchedule'];

/** Contracts that are run by a schedule, the next ones first. */
export const schedulesQuery = (after: string | undefined) =>
  queryOptions({
    queryKey: ['schedules', after],
    queryFn: ({ signal }) => {
      const params = { query: { limit: PAGE_SIZE, after } };
      return answerOf(api.GET('/api/v1/dataContracts/schedules', { params, signal }));
    },
  });

/** The schedule of a contract; null where there is none. */
export const scheduleQuery = (contract: string) =>
  queryOptions({
    queryKey: ['contract', contract, 'schedule'],
    queryFn: async ({ signal }) => {
      const params = { query: { contract } };
      return (await answerOf(api.GET('/api/v1/dataContracts/schedules', { params, signal }))).data[0] ?? null;
    },
  });

const of = (id: string) => ({ params: { path: { id } } });

export const storeSchedule = (contract: string, body: Schedule): Promise<unknown> =>
  answerOf(api.PUT('/api/v1/dataContracts/{id}/schedule', { ...of(contract), body }));

export const removeSchedule = (contract: string): Promise<unknown> =>
  answerOf(api.DELETE('/api/v1/dataContracts/{id}/schedule', of(contract)));

type CheckSchedule = Schemas['TableCheckSchedule'];
/** A schedule of either; that of checks says whether each run profiles the table. */
type DataSchedule = Schedule & Partial<Pick<CheckSchedule, 'profile'>>;

const crawls = '/api/v1/services/databaseServices/name/{fqn}/crawls/schedule';
const checks = '/api/v1/tables/{id}/checks/schedule';

/** The schedule of crawls of a service, or of checks of a table; null where there is none. */
async function dataSchedule(
  query: { readonly service: string } | { readonly asset: string },
  signal: AbortSignal,
): Promise<DataSchedule | null> {
  return (await answerOf(api.GET('/api/v1/dataRuns/schedules', { params: { query }, signal }))).data[0] ?? null;
}

/** The schedule of crawls of a service; null where there is none. */
export const crawlScheduleQuery = (fqn: string) =>
  queryOptions({
    queryKey: ['connections', fqn, 'schedule'],
    queryFn: ({ signal }) => dataSchedule({ service: fqn }, signal),
  });

export const storeCrawlSchedule = (fqn: string, body: Schedule): Promise<unknown> =>
  answerOf(api.PUT(crawls, { params: { path: { fqn } }, body }));

export const removeCrawlSchedule = (fqn: string): Promise<unknown> =>
  answerOf(api.DELETE(crawls, { params: { path: { fqn } } }));

/** The schedule of checks of a table; null where there is none. */
export const checkScheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['asset', id, 'check schedule'],
    queryFn: ({ signal }) => dataSchedule({ asset: id }, signal),
  });

export const storeCheckSchedule = (id: string, body: CheckSchedule): Promise<unknown> =>
  answerOf(api.PUT(checks, { params: { path: { id } }, body }));

export const removeCheckSchedule = (id: string): Promise<unknown> =>
  answerOf(api.DELETE(checks, { params: { path: { id } } }));
