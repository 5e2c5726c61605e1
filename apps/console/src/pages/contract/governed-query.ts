import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from '../../api/service/client';
import { readAttainments } from '../../api/governance/objectives';
import type { Incident } from '../../api/governance/incidents';

export type Lifecycle = Schemas['DataContractLifecycle'];

/** Rows of each table. */
const MOST_SHOWN = 50;
const REST_MS = 20_000;

/** How one contract is governed: effective policy, pending changes, incidents, attainment. */
export const governedQuery = (id: string) =>
  queryOptions({
    queryKey: ['contract', id, 'governance'],
    queryFn: async ({ signal }) => {
      const path = { id };
      const page = { params: { path, query: { limit: MOST_SHOWN } }, signal };
      const [contract, policy, proposals, incidents, objectives] = await Promise.all([
        answerOf(api.GET('/api/v1/dataContracts/{id}', { params: { path, query: { fields: 'lifecycle' } }, signal })),
        answerOf(api.GET('/api/v1/dataContracts/{id}/policy', { params: { path }, signal })),
        answerOf(api.GET('/api/v1/dataContracts/{id}/proposals', page)),
        answerOf(
          api.GET('/api/v1/dataContracts/incidents', {
            params: { query: { contract: id, status: 'all', limit: MOST_SHOWN } },
            signal,
          }),
        ),
        readAttainments(id, signal),
      ]);
      const shown = incidents.data.map((incident): Incident => ({ of: 'contract', incident }));
      return { lifecycle: contract.lifecycle, policy, proposals, incidents, shown, objectives };
    },
    refetchInterval: REST_MS,
  });
