import { queryOptions } from '@tanstack/react-query';
import { pageOf } from './administration';
import { readJson, sendJson, type Schemas } from './service/client';

export interface Schedule {
  /** Five fields. */
  readonly cron: string;
  readonly timezone: string;
  readonly enabled: boolean;
}

export interface ContractSchedule extends Schedule {
  readonly contract: Schemas['EntityReference'];
  readonly entity: Schemas['EntityReference'];
  /** Epoch ms; absent while it is switched off. */
  readonly nextAt?: number;
}

const SCHEDULES = '/api/v1/dataContracts/schedules';

/** Contracts that are validated by themselves, the next ones first. */
export const schedulesQuery = (after: string | undefined) =>
  queryOptions({
    queryKey: ['schedules', after],
    queryFn: ({ signal }) => pageOf<ContractSchedule>(SCHEDULES, after, signal),
  });

/** The schedule of a contract; null where there is none. */
export const scheduleQuery = (contract: string) =>
  queryOptions({
    queryKey: ['contract', contract, 'schedule'],
    queryFn: async ({ signal }) =>
      (await readJson<{ data: readonly ContractSchedule[] }>(`${SCHEDULES}?contract=${contract}`, { signal }))
        .data[0] ?? null,
  });

const pathOf = (contract: string): string => `/api/v1/dataContracts/${contract}/schedule`;

export const storeSchedule = (contract: string, schedule: Schedule): Promise<unknown> =>
  sendJson('PUT', pathOf(contract), schedule);

export const removeSchedule = (contract: string): Promise<unknown> => readJson(pathOf(contract), { method: 'DELETE' });
