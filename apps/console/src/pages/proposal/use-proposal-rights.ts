import { useQuery } from '@tanstack/react-query';
import { useOwnParties } from '../../api/governance/own-ids';
import { waitingProposalsQuery, type Proposal } from '../../api/governance/proposals';
import { useMayDoTo } from '../../api/permissions';

/** The decisions that the signed-in user may take on a proposal; false until it is known. */
export interface ProposalRights {
  readonly review: boolean;
  readonly consent: boolean;
  readonly withdraw: boolean;
  readonly override: boolean;
}

/** The rights on a proposal. Who names approvers and consumers is the API: what waits for the user is asked of it. */
export function useProposalRights({ id, contract, state, author, parties }: Proposal): ProposalRights {
  const own = useOwnParties();
  const { data: waiting = [] } = useQuery(waitingProposalsQuery(contract.id));
  const mayReview = useMayDoTo('dataContract', contract.id, 'ReviewContract');
  const mayOverride = useMayDoTo('dataContract', contract.id, 'OverrideConsent');
  const mayEdit = useMayDoTo('dataContract', contract.id, 'EditAll');
  const isAuthor = author.id === own.id;
  const isWaiting = waiting.some((one) => one.id === id);
  const isParty = parties.some(({ party }) => party !== undefined && own.ids.has(party.id));
  const isOpen = state === 'InReview' || state === 'AwaitingConsent';
  return {
    review: state === 'InReview' && !isAuthor && (isWaiting || mayReview),
    // A consumer that has decided may decide again.
    consent: state === 'AwaitingConsent' && !isAuthor && (isWaiting || isParty),
    withdraw: isOpen && (isAuthor || mayEdit),
    override: isOpen && mayOverride,
  };
}
