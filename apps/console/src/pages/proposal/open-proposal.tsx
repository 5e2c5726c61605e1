import { useQuery } from '@tanstack/react-query';
import type { Contract } from '../../api/contracts';
import { openProposalQuery, type Proposal } from '../../api/governance/proposals';
import { ChangeList } from '../../ui/changes/change-list';
import { PageLink } from '../../ui/link';
import { Notice } from '../../ui/states';
import { Time } from '../../ui/time';
import { ProposalActions } from './proposal-actions';
import { nextStepText, summaryOf } from './proposal-words';

/** The proposal of a contract that is open: what it changes, who decides on it, and what the reader may do; nothing where none is. */
export function OpenProposal({ contract }: { readonly contract: Contract }) {
  const { data: proposal } = useQuery(openProposalQuery(contract.id ?? ''));
  if (!proposal) return null;
  return (
    <Notice tone="part" icon="clock">
      <div className="stack" style={{ gap: 10 }}>
        <p>
          <ProposalLink of={proposal}>
            {proposal.kind === 'deletion' ? 'A deletion is proposed' : 'A change is proposed'}
          </ProposalLink>{' '}
          by <bdi>{proposal.author.name}</bdi>, <Time of={proposal.openedAt} /> ({summaryOf(proposal).toLowerCase()}).{' '}
          {nextStepText(proposal, contract)} <DeadlineText of={proposal} />
        </p>
        {proposal.changes.length > 0 && (
          <details>
            <summary>What it changes</summary>
            <ChangeList changes={proposal.changes} />
          </details>
        )}
        <ProposalActions proposal={proposal} />
      </div>
    </Notice>
  );
}

interface ProposalLinkProps {
  readonly of: Pick<Proposal, 'id' | 'contract'>;
  readonly children: string;
}

export function ProposalLink({ of: { id, contract }, children }: ProposalLinkProps) {
  return (
    <PageLink to="/proposal" search={{ contract: contract.id, id }}>
      {children}
    </PageLink>
  );
}

/** The deadline of an open proposal, relative and absolute. */
export function DeadlineText({ of: { deadline } }: { readonly of: Proposal }) {
  if (deadline === undefined) return null;
  return (
    <>
      Deadline: <Time of={deadline} isUpcoming />.
    </>
  );
}
