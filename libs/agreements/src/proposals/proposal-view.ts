import type { Proposal } from './proposal';
import type { ProposalOfContract } from './proposal.repository';

/** How many a change concerns; of what the caller may see. */
export interface Affected {
  readonly assets: number;
  readonly contracts: number;
  readonly consumers: number;
}

/** A proposal as it is answered: versions as in contracts, nothing of how it is written. */
export function shownProposal(
  { base: _base, edits: _edits, options: _options, askedDeadline: _asked, contract, ...one }: ProposalOfContract,
  affected?: Affected,
): object {
  const { id, fullyQualifiedName } = contract;
  const { baseVersion, appliedVersion, parties, ...rest } = one;
  return {
    ...rest,
    contract: { id, fullyQualifiedName },
    baseVersion: baseVersion / 10,
    parties,
    ...(affected && { affected }),
    ...(appliedVersion !== undefined && { appliedVersion: appliedVersion / 10 }),
  };
}

export const locationOf = ({ id, contract }: Pick<ProposalOfContract, 'id' | 'contract'>): string =>
  `/dataContracts/${contract.id}/proposals/${id}`;

/** A proposal as the audit has it. */
export function recorded({ id, kind, state, round, endedBy, breaking, changes, parties }: Proposal): object {
  return {
    ...{ proposal: id, kind, state, round, breaking },
    ...(endedBy && { endedBy }),
    changes: changes.map(({ path, compatibility }) => ({ path, compatibility })),
    parties: parties.map(({ party, decision }) => ({ party: party.fullyQualifiedName, decision })),
  };
}
