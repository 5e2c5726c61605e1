import { queryOptions, useQuery } from '@tanstack/react-query';
import { readJson } from '../../api/service/client';
import { EntityLink } from '../../ui/link';
import { CellTable } from '../../ui/tables/list-table';
import { Time } from '../../ui/time';
import type { ContractIncident, Proposal } from '../governance/governance-queries';

const CONTRACTS = '/api/v1/dataContracts';
/** Things of each kind that are shown. */
const MOST = 20;
const REST_MS = 20_000;

interface List<T> {
  readonly data: readonly T[];
}

/** Proposals that the reader has to decide on, and incidents that are the reader's. */
const waitingQuery = queryOptions({
  queryKey: ['governance', 'waits for me'],
  queryFn: async ({ signal }) => {
    const [proposals, incidents] = await Promise.all([
      readJson<List<Proposal>>(`${CONTRACTS}/proposals?mine=approver,party&limit=${MOST}`, { signal }),
      readJson<List<ContractIncident>>(`${CONTRACTS}/incidents?mine=true&limit=${MOST}`, { signal }),
    ]);
    return [...proposals.data.map(ofProposal), ...incidents.data.map(ofIncident)];
  },
  refetchInterval: REST_MS,
});

interface Waiting {
  readonly fqn: string;
  readonly what: string;
  readonly since: number;
}

const ofProposal = ({ contract, state, openedAt }: Proposal): Waiting => ({
  fqn: contract.fullyQualifiedName ?? '',
  what: state === 'InReview' ? 'A proposal to review' : 'A proposal that needs your consent',
  since: openedAt,
});

const ofIncident = ({ contract, openedAt }: ContractIncident): Waiting => ({
  fqn: contract.fullyQualifiedName ?? '',
  what: 'An incident',
  since: openedAt,
});

/** Shows what the reader is asked for; nothing at all where that is nothing. */
export function WaitsForYou() {
  const { data = [] } = useQuery(waitingQuery);
  if (data.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="waits-for-you">
      <h2 id="waits-for-you" style={{ margin: 0, fontSize: 17 }}>
        Waits for you
      </h2>
      <CellTable
        label="Waits for you"
        head={['Contract', 'What', 'Since']}
        rows={data.map(({ fqn, what, since }) => [
          <EntityLink type="dataContract" fqn={fqn}>
            {fqn}
          </EntityLink>,
          what,
          <Time of={since} />,
        ])}
      />
    </section>
  );
}
