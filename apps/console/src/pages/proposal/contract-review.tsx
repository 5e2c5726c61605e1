import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Contract } from '../../api/contracts';
import { useOwnParties } from '../../api/governance/own-ids';
import { reviewContract } from '../../api/governance/proposals';
import { useMayDoTo } from '../../api/permissions';
import { DecisionDialog, said, type Decision } from '../../ui/dialogs/decision-dialog';
import { Notice } from '../../ui/states';
import { approversText } from './proposal-words';

/** Why a contract is In Review, who decides, and the decision for those who may take it; nothing in any other state. */
export function ContractReview({ contract }: { readonly contract: Contract }) {
  const { id = '', version, entityStatus, lifecycle } = contract;
  const mayReview = useIsApprover(contract);
  const [asked, setAsked] = useState<'approve' | 'reject'>();
  if (entityStatus !== 'In Review') return null;
  const { submittedBy } = lifecycle?.review ?? {};
  const decision: Decision = {
    title: asked === 'reject' ? 'Reject the contract?' : 'Approve the contract?',
    label: asked === 'reject' ? 'Reject' : 'Approve',
    text:
      asked === 'reject'
        ? 'It does not come into force. Its authors are notified of the reason.'
        : 'It comes into force. Its authors are notified.',
    comment: asked === 'reject' ? 'required' : 'optional',
    ...(asked === 'reject' && { commentLabel: 'Reason' }),
    act: said(asked === 'reject' ? 'You rejected the contract.' : 'You approved the contract.', (comment) =>
      reviewContract(id, { decision: asked ?? 'reject', version, ...(comment && { comment }) }),
    ),
  };
  return (
    <Notice tone="part" icon="clock">
      <div className="stack" style={{ gap: 10 }}>
        <p>
          In review{submittedBy !== undefined && `, submitted by ${submittedBy}`}: a policy asks for an approval before
          this contract comes into force. It waits for {approversText(contract)}; who changed it does not approve it.
        </p>
        {mayReview && (
          <div className="row">
            <Button onClick={() => setAsked('approve')}>Approve</Button>
            <Button variant="default" onClick={() => setAsked('reject')}>
              Reject
            </Button>
          </div>
        )}
        {asked && <DecisionDialog of={decision} close={() => setAsked(undefined)} />}
      </div>
    </Notice>
  );
}

/** Whether the signed-in user approves the contract: a reviewer, an owner where it has none, or by the right; never one of its authors. */
function useIsApprover({ id, owners = [], reviewers = [], lifecycle }: Contract): boolean {
  const own = useOwnParties();
  const mayReview = useMayDoTo('dataContract', id, 'ReviewContract');
  const people = reviewers.length > 0 ? reviewers : owners;
  const isAuthor = lifecycle?.review?.authors.some((one) => one.id === own.id) ?? false;
  return !isAuthor && (mayReview || people.some((one) => own.ids.has(one.id)));
}
