import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../service/api-error';
import { answerOf, api, type Outcome, type Schemas } from '../service/client';

export type Proposal = Schemas['ContractProposal'];
export type Review = Schemas['ProposalReviewDto'];
export type Consent = Schemas['ConsentDto'];
type Contract = Schemas['DataContract'];

/** The outcome of a write of a contract: it is stored, or waits for others as a proposal. */
export type Written =
  { readonly kind: 'stored'; readonly contract: Contract } | { readonly kind: 'proposed'; readonly proposal: Proposal };

/** 202: the policy of the contract asks others first. */
const PROPOSED = 202;
const REST_MS = 20_000;
const PAGE_SIZE = 25;

/** @throws ApiError */
export async function writtenBy(call: Promise<Outcome<Contract | Proposal>>): Promise<Written> {
  const { data, error, response } = await call;
  if (!response.ok) throw ApiError.of(response.status, error);
  return response.status === PROPOSED
    ? { kind: 'proposed', proposal: data as Proposal }
    : { kind: 'stored', contract: data as Contract };
}

const isOpen = ({ state }: Proposal): boolean => state === 'InReview' || state === 'AwaitingConsent';

/** The proposal of a contract that is open; null where none is. One is at a time, and the newest is the first. */
export const openProposalQuery = (contract: string) =>
  queryOptions({
    queryKey: ['contract', contract, 'open-proposal'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: contract }, query: { limit: 1 } };
      const { data } = await answerOf(api.GET('/api/v1/dataContracts/{id}/proposals', { params, signal }));
      return data.find(isOpen) ?? null;
    },
    refetchInterval: REST_MS,
  });

export const proposalQuery = (contract: string, proposalId: string) =>
  queryOptions({
    queryKey: ['contract', contract, 'proposal', proposalId],
    queryFn: ({ signal }) => {
      const params = { path: { id: contract, proposalId } };
      return answerOf(api.GET('/api/v1/dataContracts/{id}/proposals/{proposalId}', { params, signal }));
    },
    refetchInterval: REST_MS,
  });

/** Proposals of changes to contracts, the newest first. */
export const proposalsQuery = (after: string | undefined) =>
  queryOptions({
    queryKey: ['governance', 'proposals', after],
    queryFn: ({ signal }) => {
      const params = { query: { limit: PAGE_SIZE, after } };
      return answerOf(api.GET('/api/v1/dataContracts/proposals', { params, signal }));
    },
    refetchInterval: REST_MS,
  });

/** Proposals that the reader has to decide on: of all contracts, or of one. */
export const waitingProposalsQuery = (contract?: string) =>
  queryOptions({
    queryKey: ['governance', 'waiting proposals', contract],
    queryFn: async ({ signal }) => {
      const params = { query: { mine: 'approver,party', limit: PAGE_SIZE, contract } };
      return (await answerOf(api.GET('/api/v1/dataContracts/proposals', { params, signal }))).data;
    },
    refetchInterval: REST_MS,
  });

const pathOf = ({ id, contract }: Proposal) => ({ path: { id: contract.id, proposalId: id } });

export const reviewProposal = (proposal: Proposal, body: Review): Promise<Proposal> =>
  answerOf(api.POST('/api/v1/dataContracts/{id}/proposals/{proposalId}/review', { params: pathOf(proposal), body }));

export const decideProposal = (proposal: Proposal, body: Consent): Promise<Proposal> =>
  answerOf(api.PUT('/api/v1/dataContracts/{id}/proposals/{proposalId}/decision', { params: pathOf(proposal), body }));

export const withdrawProposal = (proposal: Proposal, comment: string | undefined): Promise<Proposal> =>
  answerOf(
    api.POST('/api/v1/dataContracts/{id}/proposals/{proposalId}/withdraw', {
      params: pathOf(proposal),
      body: comment === undefined ? {} : { comment },
    }),
  );

export const overrideProposal = (proposal: Proposal, reason: string): Promise<Proposal> =>
  answerOf(
    api.POST('/api/v1/dataContracts/{id}/proposals/{proposalId}/override', {
      params: pathOf(proposal),
      body: { reason },
    }),
  );

/** Decides on a contract that waits for its review. */
export const reviewContract = (id: string, body: Schemas['ContractReviewDto']): Promise<Contract> =>
  answerOf(api.POST('/api/v1/dataContracts/{id}/review', { params: { path: { id } }, body }));
