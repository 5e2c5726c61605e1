import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { proposalsQuery, type Proposal } from '../../api/governance/proposals';
import { ProposalLink } from '../proposal/open-proposal';
import { PROPOSAL_STATES, summaryOf } from '../proposal/proposal-words';
import { EntityLink } from '../../ui/link';
import { Loaded, Message } from '../../ui/states';
import { Tag } from '../../ui/status';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { Pager } from '../../ui/tables/list-table';
import { Time } from '../../ui/time';

const COLUMNS: readonly DataColumn<Proposal>[] = [
  {
    label: 'Contract',
    cell: ({ contract }) => (
      <EntityLink type="dataContract" fqn={contract.fullyQualifiedName}>
        <bdi className="fqn">{contract.fullyQualifiedName}</bdi>
      </EntityLink>
    ),
  },
  { label: 'State', cell: ({ state }) => <Tag tone={PROPOSAL_STATES[state].tone}>{PROPOSAL_STATES[state].label}</Tag> },
  { label: 'What', cell: (proposal) => <ProposalLink of={proposal}>{summaryOf(proposal)}</ProposalLink> },
  { label: 'By', cell: ({ author }) => author.name },
  { label: 'Opened', cell: ({ openedAt }) => <Time of={openedAt} /> },
  { label: 'Deadline', cell: ({ deadline }) => deadline !== undefined && <Time of={deadline} isUpcoming /> },
];

interface ProposalTableProps {
  readonly rows: readonly Proposal[];
  /** Whether all are of the contract that the page is about. */
  readonly isOfOne?: boolean;
}

/** Proposals, each with a link to its page. */
export function ProposalTable({ rows, isOfOne = false }: ProposalTableProps) {
  return (
    <DataTable label="Proposals" columns={isOfOne ? COLUMNS.slice(1) : COLUMNS} rows={rows} keyOf={({ id }) => id} />
  );
}

/** Changes to contracts that wait for a review or for the consent of consumers, and those that have ended. */
export function ProposalList() {
  const { after } = useSearch({ from: '/inside/governance' });
  const navigate = useNavigate({ from: '/governance' });
  const query = useQuery(proposalsQuery(after));
  const go = (to: string | undefined) => void navigate({ search: (now) => ({ ...now, after: to }) });
  return (
    <section className="stack" aria-labelledby="proposals">
      <h2 id="proposals" style={{ margin: 0, fontSize: 17 }}>
        Proposals
      </h2>
      <Loaded query={query} what="Looking for proposals">
        {({ data, paging }) =>
          data.length === 0 ? (
            <div className="panel">
              <Message icon="contract" title="No proposals">
                <p className="dimmed">
                  Where a contract policy asks for it, a change to a contract in force waits here.
                </p>
              </Message>
            </div>
          ) : (
            <div className="stack" style={{ gap: 12 }}>
              <ProposalTable rows={data} />
              <Pager
                total={paging.total}
                first={after === undefined ? undefined : () => go(undefined)}
                more={paging.after === undefined ? undefined : () => go(paging.after)}
              />
            </div>
          )
        }
      </Loaded>
    </section>
  );
}
