import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/service/api-error';
import { readJson, type Schemas } from '../../api/service/client';
import type { ContractIncident, Proposal } from '../governance/governance-queries';

export type Consumer = Schemas['ContractConsumer'];
export type EffectivePolicy = Schemas['EffectiveContractPolicy'];
export type Attainment = Schemas['ObjectiveAttainment'];
export type Lifecycle = Schemas['DataContractLifecycle'];

const CONTRACTS = '/api/v1/dataContracts';
/** Rows of each table. */
export const MOST_SHOWN = 50;
const REST_MS = 20_000;

interface List<T> {
  readonly data: readonly T[];
  readonly paging: { readonly total: number };
}

/** How one contract is governed: what holds for it, what waits, who relies on it, what is broken, what it has come to. */
export const governedQuery = (id: string) =>
  queryOptions({
    queryKey: ['contract', id, 'governance'],
    queryFn: async ({ signal }) => {
      const read = <T>(path: string): Promise<T> => readJson<T>(`${CONTRACTS}/${path}`, { signal });
      const [{ lifecycle }, policy, proposals, consumers, incidents, objectives] = await Promise.all([
        read<{ readonly lifecycle?: Lifecycle }>(`${id}?fields=lifecycle`),
        read<EffectivePolicy>(`${id}/policy`),
        read<List<Proposal>>(`${id}/proposals?limit=${MOST_SHOWN}`),
        read<List<Consumer>>(`${id}/consumers?limit=${MOST_SHOWN}`),
        read<List<ContractIncident>>(`incidents?contract=${id}&status=all&limit=${MOST_SHOWN}`),
        read<{ readonly objectives: readonly Attainment[] }>(`${id}/objectives/attainment`).catch(noObjectives),
      ]);
      return { lifecycle, policy, proposals, consumers, incidents, objectives: objectives.objectives };
    },
    refetchInterval: REST_MS,
  });

/** A contract without objectives has no attainment. */
function noObjectives(error: unknown): { readonly objectives: readonly Attainment[] } {
  if (error instanceof ApiError && error.status === 404) return { objectives: [] };
  throw error;
}
