import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from '../service/client';

export type ObjectiveRow = Schemas['ObjectiveReportRow'];
export type Attainment = Schemas['ObjectiveAttainment'];
export type Objective = Schemas['ObjectiveDto'];

const REST_MS = 20_000;

/** All objectives, as this month of the calendar has gone so far in UTC. */
export const objectivesQuery = queryOptions({
  queryKey: ['governance', 'objectives'],
  queryFn: async ({ signal }) => {
    const month = new Date().toISOString().slice(0, 7);
    const params = { query: { month } };
    const report = await answerOf(api.GET('/api/v1/dataContracts/objectives/report', { params, signal }));
    return (report as Schemas['ObjectiveReport']).data;
  },
  refetchInterval: REST_MS,
});

/** The objectives of a contract as they are stored; none where there are none. */
export async function readObjectives(contract: string): Promise<readonly Objective[]> {
  const params = { query: { contract } };
  return (await answerOf(api.GET('/api/v1/dataContracts/objectives', { params }))).data[0]?.objectives ?? [];
}

/** Attainment of the objectives of a contract; none where it has none. */
export async function readAttainments(contract: string, signal: AbortSignal): Promise<readonly Attainment[]> {
  const params = { query: { contract, attainment: true } };
  return (await answerOf(api.GET('/api/v1/dataContracts/objectives', { params, signal }))).data[0]?.attainment ?? [];
}

/** Makes these the objectives of a contract; none removes them. */
export async function storeObjectives(contract: string, objectives: readonly Objective[]): Promise<void> {
  const params = { path: { id: contract } };
  if (objectives.length === 0) await answerOf(api.DELETE('/api/v1/dataContracts/{id}/objectives', { params }));
  else {
    const body = { objectives: [...objectives] };
    await answerOf(api.PUT('/api/v1/dataContracts/{id}/objectives', { params, body }));
  }
}
