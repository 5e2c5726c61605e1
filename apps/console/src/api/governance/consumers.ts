import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from '../service/client';

export type Consumer = Schemas['ContractConsumer'];
export type Declaration = Schemas['ContractConsumerDto'];

const MOST_CONSUMERS = 1000;

export const consumersQuery = (contract: string) =>
  queryOptions({
    queryKey: ['contract', contract, 'consumers'],
    queryFn: ({ signal }) => {
      const params = { path: { id: contract }, query: { limit: MOST_CONSUMERS } };
      return answerOf(api.GET('/api/v1/dataContracts/{id}/consumers', { params, signal }));
    },
  });

/** Declares who relies on a contract, or changes what that one has declared. */
export const declareConsumer = (contract: string, body: Declaration): Promise<Consumer> =>
  answerOf(api.PUT('/api/v1/dataContracts/{id}/consumers', { params: { path: { id: contract } }, body }));

export const removeConsumer = (contract: string, consumerId: string): Promise<Consumer> =>
  answerOf(
    api.DELETE('/api/v1/dataContracts/{id}/consumers/{consumerId}', {
      params: { path: { id: contract, consumerId } },
    }),
  );
