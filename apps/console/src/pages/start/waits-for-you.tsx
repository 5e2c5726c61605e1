import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ownIncidentsQuery } from '../../api/governance/incidents';
import { ownInvitationsQuery } from '../../api/governance/invitations';
import { waitingRequestsQuery } from '../../api/governance/permission-requests';
import { waitingProposalsQuery } from '../../api/governance/proposals';

// Nothing waits for most readers.
const WaitingTable = lazy(async () => ({ default: (await import('./waiting-table')).WaitingTable }));

/** Shows what the reader is asked for, to be decided on here; nothing at all where that is nothing. */
export function WaitsForYou() {
  const { data: proposals = [] } = useQuery(waitingProposalsQuery());
  const { data: incidents = [] } = useQuery(ownIncidentsQuery);
  const { data: invitations = [] } = useQuery(ownInvitationsQuery);
  // None of it waits for who may not decide it.
  const { data: requests } = useQuery(waitingRequestsQuery);
  if (proposals.length + incidents.length + invitations.length + (requests?.data.length ?? 0) === 0) return null;
  return (
    <Suspense fallback={null}>
      <WaitingTable
        {...{ proposals, incidents, invitations }}
        requests={requests?.data ?? []}
        requestCount={requests?.paging.total ?? 0}
      />
    </Suspense>
  );
}
