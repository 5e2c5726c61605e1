import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/states';
import { IncidentTable } from '../incident/incident-table';
import { ProposalTable } from '../governance/proposal-list';
import type { Contract } from '../../api/contracts';
import { NotifiedOfFailure } from '../alert/notified-of-failure';
import { LearnedSection } from '../learned/learned-section';
import { ContractObjectives } from '../objectives/contract-objectives';
import { ContractPolicy } from '../policies/contract-policy';
import { ConsumerList } from '../consumers/consumer-list';
import { governedQuery } from './governed-query';
import { GovernedFacts } from './governed-facts';

/** How the contract is governed, and who relies on it. */
export function Governed({ contract }: { readonly contract: Contract }) {
  const query = useQuery(governedQuery(contract.id ?? ''));
  return (
    <Loaded query={query} what="Looking at how the contract is governed">
      {({ lifecycle, policy, proposals, incidents, shown, objectives }) => (
        <div className="stack" style={{ gap: 22 }}>
          {lifecycle && <GovernedFacts of={lifecycle} />}
          <ContractPolicy contract={contract} policy={policy} />
          <NotifiedOfFailure contract={contract} policy={policy} />
          <Section title="Proposals" shown={proposals.data.length} total={proposals.paging.total}>
            <ProposalTable rows={proposals.data} isOfOne />
          </Section>
          <ConsumerList contract={contract} />
          <Section title="Incidents" shown={incidents.data.length} total={incidents.paging.total}>
            <IncidentTable rows={shown} of="contract" />
          </Section>
          <ContractObjectives contract={contract.id ?? ''} objectives={objectives} />
          <LearnedSection contract={contract.id ?? ''} rules={policy.learned} />
        </div>
      )}
    </Loaded>
  );
}

interface SectionProps {
  readonly title: string;
  readonly shown: number;
  readonly total: number;
  readonly children: ReactNode;
}

/** A table under its heading; nothing at all where it has no rows. */
function Section({ title, shown, total, children }: SectionProps) {
  if (shown === 0) return null;
  const id = `governed-${title.toLowerCase()}`;
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id} style={{ margin: 0, fontSize: 17 }}>
        {title}
        {total > shown && ` (${shown} of ${total})`}
      </h2>
      {children}
    </section>
  );
}
