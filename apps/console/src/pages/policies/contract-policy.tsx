import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Contract } from '../../api/contracts';
import { useOwnParties } from '../../api/governance/own-ids';
import { scopePoliciesQuery, type EffectivePolicy } from '../../api/governance/policies';
import { PageLink } from '../../ui/link';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { Time } from '../../ui/time';
import { PolicyButtons } from './policy-buttons';
import { PolicyDialog } from './policy-dialog';
import { PolicySource } from './policy-source';
import { changeText, incidentsText, learnedText } from './policy-words';
import { usePolicyRights } from './use-policy-rights';

interface ContractPolicyProps {
  readonly contract: Contract;
  readonly policy: EffectivePolicy;
}

/** The policy that applies to a contract, and where each section comes from. */
export function ContractPolicy({ contract, policy: { change, incidents, learned } }: ContractPolicyProps) {
  const rows: ReactNode[][] = [
    ['Changes', <ChangeRules key="rules" of={change} />, <PolicySource key="source" of={change.source} />],
    ['Incidents', incidentsText(incidents), <PolicySource key="source" of={incidents.source} />],
    ['Learned baselines', learnedText(learned), <PolicySource key="source" of={learned.source} />],
  ];
  const hasOwn = [change, incidents, learned].some(({ source }) => source.type === 'dataContract');
  return (
    <section className="stack" aria-labelledby="governed-policy">
      <div className="row row-apart">
        <h2 id="governed-policy" style={{ margin: 0, fontSize: 17 }}>
          Policy
        </h2>
        <div className="row">
          <PageLink to="/policies" search={{}}>
            All policies
          </PageLink>
          <OwnPolicy contract={contract} hasOwn={hasOwn} />
        </div>
      </div>
      <TableScroll>
        <Table label="Policy" head={['Section', 'What applies', 'Comes from']} rows={rows} />
      </TableScroll>
    </section>
  );
}

function ChangeRules({ of }: { readonly of: EffectivePolicy['change'] }) {
  return (
    <>
      {changeText(of)}
      {of.until !== undefined && (
        <>
          , until <Time of={of.until} isUpcoming />: {of.because}
        </>
      )}
    </>
  );
}

/** The buttons of the policy for this contract alone: to set one, or to change and remove the one that there is. */
function OwnPolicy({ contract, hasOwn }: { readonly contract: Contract; readonly hasOwn: boolean }) {
  const { id = '', fullyQualifiedName = '', owners = [] } = contract;
  const { all, owned } = usePolicyRights();
  const own = useOwnParties();
  const mayWrite = all || owners.some((owner) => own.ids.has(owner.id));
  // Asked only where a section of what applies comes from it.
  const { data: policies = [] } = useQuery({ ...scopePoliciesQuery('dataContract'), enabled: mayWrite && hasOwn });
  const policy = policies.find(({ scope }) => scope.id === id);
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  if (hasOwn) return policy ? <PolicyButtons policy={policy} /> : null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Set a policy for this contract
      </Button>
      {isOpen && (
        <PolicyDialog
          scope={{ scopeType: 'dataContract', scopeName: fullyQualifiedName }}
          isFixed
          owned={all ? undefined : owned}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}
