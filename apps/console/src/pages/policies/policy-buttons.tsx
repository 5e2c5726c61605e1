import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  assigneeQuery,
  removePolicy,
  setPolicy,
  type ContractPolicy,
  type PolicyScopeType,
} from '../../api/governance/policies';
import { DecisionDialog, type Decision } from '../../ui/dialogs/decision-dialog';
import { RowButton } from '../../ui/tables/list-table';
import { bodyOf } from './policy-draft';
import { PolicyDialog } from './policy-dialog';
import { usePolicyRights } from './use-policy-rights';

/** The buttons that change and remove a policy; nothing for those who may not. */
export function PolicyButtons({ policy }: { readonly policy: ContractPolicy }) {
  const { all, owned, mayWrite } = usePolicyRights();
  const [asked, setAsked] = useState<'change' | 'remove'>();
  if (!mayWrite(policy.scope)) return null;
  const name = policy.scope.displayName ?? policy.scope.fullyQualifiedName ?? 'all contracts';
  const close = () => setAsked(undefined);
  return (
    <div className="row" style={{ flexWrap: 'nowrap' }}>
      <RowButton label="Edit" name={`Edit the policy of ${name}`} act={() => setAsked('change')} />
      <RowButton label="Remove" name={`Remove the policy of ${name}`} act={() => setAsked('remove')} />
      {asked === 'change' && <ChangePolicy policy={policy} owned={all ? undefined : owned} close={close} />}
      {asked === 'remove' && <DecisionDialog of={removalOf(policy, name)} close={close} />}
    </div>
  );
}

interface ChangeProps {
  readonly policy: ContractPolicy;
  readonly owned: Parameters<typeof PolicyDialog>[0]['owned'];
  readonly close: () => void;
}

/** The form of a stored policy, once the name of its assignee is known. */
function ChangePolicy({ policy, owned, close }: ChangeProps) {
  const assign = policy.incidents?.assign;
  const query = useQuery(assigneeQuery(typeof assign === 'object' ? assign : undefined));
  if (query.isLoading) return null;
  const { type, fullyQualifiedName = '' } = policy.scope;
  return (
    <PolicyDialog
      scope={{ scopeType: type as PolicyScopeType, scopeName: fullyQualifiedName }}
      isFixed
      policy={policy}
      assignee={query.data}
      owned={owned}
      close={close}
    />
  );
}

/** The removal of a policy, which is taken back by setting it again. */
const removalOf = (policy: ContractPolicy, name: string): Decision => ({
  title: `Remove the policy of ${name}?`,
  label: 'Remove the policy',
  text: 'Less specific policies apply then, or the default: anyone who may edit a contract changes it. Open proposals keep their terms.',
  comment: 'none',
  act: async () => {
    await removePolicy(policy.id);
    return 'The policy is removed.';
  },
  undo: () => setPolicy(bodyOf(policy)),
});
