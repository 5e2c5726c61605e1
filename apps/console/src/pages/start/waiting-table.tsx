import { lazy, Suspense, type ReactNode } from 'react';
import type { ContractIncident } from '../../api/governance/incidents';
import type { Invitation } from '../../api/governance/invitations';
import type { PermissionRequest } from '../../api/governance/permission-requests';
import type { Proposal } from '../../api/governance/proposals';
import { EntityName } from '../../ui/entity-name';
import { counted } from '../../ui/changes/value-words';
import { EntityLink, PageLink } from '../../ui/link';
import { nameOf } from '../../ui/references';
import { rightOnInWords } from '../../ui/rights';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { Time } from '../../ui/time';

const ProposalActions = lazy(async () => ({ default: (await import('../proposal/proposal-actions')).ProposalActions }));

const IncidentActions = lazy(async () => ({ default: (await import('../incident/incident-actions')).IncidentActions }));

const RequestActions = lazy(async () => ({ default: (await import('../inbox/request-actions')).RequestActions }));

/** The others stand in the inbox. */
const MOST_REQUESTS = 5;

interface WaitingTableProps {
  readonly proposals: readonly Proposal[];
  readonly incidents: readonly ContractIncident[];
  readonly invitations: readonly Invitation[];
  /** The newest requests for rights. */
  readonly requests: readonly PermissionRequest[];
  readonly requestCount: number;
}

/** Shows what waits for the reader, to be decided on here. */
export function WaitingTable({ proposals, incidents, invitations, requests, requestCount }: WaitingTableProps) {
  const rows = [
    ...proposals.map(ofProposal),
    ...incidents.map(ofIncident),
    ...invitations.map(ofInvitation),
    ...requests.slice(0, MOST_REQUESTS).map(ofRequest),
  ];
  const more = Math.max(0, requestCount - MOST_REQUESTS);
  return (
    <section className="stack" aria-labelledby="waits-for-you">
      <h2 id="waits-for-you" style={{ margin: 0, fontSize: 17 }}>
        Waits for you
      </h2>
      <TableScroll className="panel panel-flush">
        <Table label="Waits for you" head={['What', 'About', 'Since', 'Decide']} rows={rows} />
      </TableScroll>
      {more > 0 && (
        <PageLink to="/inbox" search={{ section: 'requests' }}>
          {counted(more, 'more request')} for rights
        </PageLink>
      )}
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

/** It is answered on the page of the contract, where its columns are. */
const ofInvitation = ({ contract, party, message, invitedAt }: Invitation): ReactNode[] => {
  const fqn = contract?.fullyQualifiedName ?? '';
  return [
    <span className="stack" style={{ gap: 2 }}>
      <span>
        An invitation to say what {party?.type === 'team' ? <bdi>{nameOf(party)}</bdi> : 'you'}{' '}
        {party?.type === 'team' ? 'relies' : 'rely'} on
      </span>
      {message !== undefined && (
        <span className="dimmed small fqn">
          <bdi>{message}</bdi>
        </span>
      )}
    </span>,
    contractLink(fqn),
    <Time of={invitedAt} />,
    <EntityLink type="dataContract" fqn={fqn}>
      Answer
    </EntityLink>,
  ];
};

const ofRequest = (request: PermissionRequest): ReactNode[] => {
  const { requestedBy, operation, resource, reason, requestedAt } = request;
  return [
    <span className="stack" style={{ gap: 2 }}>
      <span>
        <bdi>{nameOf(requestedBy)}</bdi> asks for the right to {rightOnInWords(operation, 'it')}
      </span>
      <span className="dimmed small fqn">
        <bdi>{reason}</bdi>
      </span>
    </span>,
    <EntityName type={resource.type} fqn={resource.fullyQualifiedName} displayName={resource.displayName} />,
    <Time of={requestedAt} />,
    <Suspense fallback={null}>
      <RequestActions request={request} />
    </Suspense>,
  ];
};
