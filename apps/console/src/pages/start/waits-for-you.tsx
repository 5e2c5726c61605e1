import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { ownIncidentsQuery, type ContractIncident } from '../../api/governance/incidents';
import { waitingProposalsQuery, type Proposal } from '../../api/governance/proposals';
import { EntityName } from '../../ui/entity-name';
import { PageLink } from '../../ui/link';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { Time } from '../../ui/time';

const ProposalActions = lazy(async () => ({ default: (await import('../proposal/proposal-actions')).ProposalActions }));

const IncidentActions = lazy(async () => ({ default: (await import('../incident/incident-actions')).IncidentActions }));

/** Shows what the reader is asked for, to be decided on here; nothing at all where that is nothing. */
export function WaitsForYou() {
  const { data: proposals = [] } = useQuery(waitingProposalsQuery());
  const { data: incidents = [] } = useQuery(ownIncidentsQuery);
  if (proposals.length + incidents.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="waits-for-you">
      <h2 id="waits-for-you" style={{ margin: 0, fontSize: 17 }}>
        Waits for you
      </h2>
      <TableScroll className="panel panel-flush">
        <Table
          label="Waits for you"
          head={['What', 'Contract', 'Since', 'Decide']}
          rows={[...proposals.map(ofProposal), ...incidents.map(ofIncident)]}
        />
      </TableScroll>
    </section>
  );
}

const contractLink = (fqn: string): ReactNode => <EntityName type="dataContract" fqn={fqn} />;

const ofProposal = (proposal: Proposal): ReactNode[] => [
  <PageLink to="/proposal" search={{ contract: proposal.contract.id, id: proposal.id }}>
    {proposal.state === 'InReview' ? 'A proposal to review' : 'A proposal that needs your consent'}
  </PageLink>,
  contractLink(proposal.contract.fullyQualifiedName),
  <Time of={proposal.openedAt} />,
  <Suspense fallback={null}>
    <ProposalActions proposal={proposal} />
  </Suspense>,
];

const ofIncident = (incident: ContractIncident): ReactNode[] => [
  'An incident',
  contractLink(incident.contract.fullyQualifiedName),
  <Time of={incident.openedAt} />,
  <Suspense fallback={null}>
    <IncidentActions incident={incident} />
  </Suspense>,
];
