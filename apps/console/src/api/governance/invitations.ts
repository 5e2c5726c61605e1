import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from '../service/client';

export type Invitation = Schemas['ContractInvitation'];
export type SuggestedConsumer = Schemas['SuggestedConsumer'];
type SentInvitation = Schemas['ContractInvitationDto'];

/** The limit that the API sets to a message, and to the reason of a refusal. */
export const LONGEST_MESSAGE = 500;
/** The most that are open of one contract. */
const MOST_INVITATIONS = 100;
const REST_MS = 60_000;

/** Open invitations of the signed-in user and their teams, on all contracts, the newest first. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async ({ signal }) => {
    const params = { query: { limit: MOST_INVITATIONS } };
    return (await answerOf(api.GET('/api/v1/dataContracts/invitations', { params, signal }))).data;
  },
  refetchInterval: REST_MS,
  // A notice leads to the page of the contract as soon as it is there.
  staleTime: 0,
});

export const contractInvitationsQuery = (contract: string) =>
  queryOptions({
    queryKey: ['contract', contract, 'invitations'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: contract }, query: { limit: MOST_INVITATIONS } };
      return (await answerOf(api.GET('/api/v1/dataContracts/{id}/invitations', { params, signal }))).data;
    },
  });

/** Users and teams that seem to rely on a contract and have not said so. */
export const suggestedConsumersQuery = (contract: string) =>
  queryOptions({
    queryKey: ['contract', contract, 'suggested-consumers'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: contract } };
      return (await answerOf(api.GET('/api/v1/dataContracts/{id}/consumers/suggestions', { params, signal }))).data;
    },
  });

export const inviteConsumer = (contract: string, body: SentInvitation): Promise<Invitation> =>
  answerOf(api.POST('/api/v1/dataContracts/{id}/invitations', { params: { path: { id: contract } }, body }));

export const withdrawInvitation = (contract: string, invitationId: string): Promise<Invitation> =>
  answerOf(
    api.DELETE('/api/v1/dataContracts/{id}/invitations/{invitationId}', {
      params: { path: { id: contract, invitationId } },
    }),
  );

export const declineInvitation = (contract: string, invitationId: string, reason?: string): Promise<Invitation> =>
  answerOf(
    api.POST('/api/v1/dataContracts/{id}/invitations/{invitationId}/decline', {
      params: { path: { id: contract, invitationId } },
      body: reason === undefined ? {} : { reason },
    }),
  );
