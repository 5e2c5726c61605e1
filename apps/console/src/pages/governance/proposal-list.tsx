import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { proposalsQuery, type Proposal } from './governance-queries';
import { counted } from '../../ui/changes/value-words';
import { EntityLink } from '../../ui/link';
import { Loaded, Message } from '../../ui/states';
import { Tag, type Tone } from '../../ui/status';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { CellTable, Pager } from '../../ui/tables/list-table';
import { Time } from '../../ui/time';

const STATES: Readonly<Record<Proposal['state'], { readonly label: string; readonly tone: Tone }>> = {
  InReview: { label: 'In review', tone: 'busy' },
  AwaitingConsent: { label: 'Awaits consent', tone: 'part' },
  Applied: { label: 'Applied', tone: 'ok' },
  Rejected: { label: 'Rejected', tone: 'bad' },
  Withdrawn: { label: 'Withdrawn', tone: 'idle' },
};

const COLUMNS: readonly DataColumn<Proposal>[] = [
  {
    label: 'Contract',
    cell: ({ contract }) => (
      <EntityLink type="dataContract" fqn={contract.fullyQualifiedName ?? ''}>
        {contract.fullyQualifiedName}
      </EntityLink>
    ),
  },
  { label: 'State', cell: ({ state }) => <Tag tone={STATES[state].tone}>{STATES[state].label}</Tag> },
  { label: 'What', cell: (proposal) => <span className="small">{summaryOf(proposal)}</span> },
  { label: 'By', cell: ({ author }) => author.name },
  { label: 'Opened', cell: ({ openedAt }) => <Time of={openedAt} /> },
  { label: 'Deadline', cell: ({ deadline }) => deadline !== undefined && <Time of={deadline} isUpcoming /> },
];

const summaryOf = ({ kind, changes, breaking }: Proposal): string =>
  kind === 'deletion' ? 'deletion' : `${counted(changes.length, 'change')}${breaking ? ', breaking' : ''}`;

const DECISIONS: Readonly<Record<string, string>> = {
  pending: 'Pending',
  approve: 'Approves',
  object: 'Objects',
  needTime: 'Needs time',
};

/** Changes of a proposal, and what its parties say to it. */
function Detail({ of: { reason, changes, approvals, parties } }: { readonly of: Proposal }) {
  return (
    <div className="stack" style={{ gap: 12 }}>
      {reason && <p style={{ margin: 0 }}>{reason}</p>}
      {changes.length > 0 && (
        <CellTable
          label="Changes"
          head={['Where', 'What', 'Effect']}
          rows={changes.map(({ path, reason: why, compatibility }) => [
            <span className="mono">{path}</span>,
            why,
            compatibility,
          ])}
        />
      )}
      {approvals.length > 0 && <p style={{ margin: 0 }}>Approved by {approvals.map(({ user }) => user).join(', ')}</p>}
      {parties.length > 0 && (
        <CellTable
          label="Parties"
          head={['Party', 'Decision', 'Comment']}
          rows={parties.map(({ party, decision, comment }) => [
            party?.name ?? '',
            DECISIONS[decision] ?? decision,
            comment ?? '',
          ])}
        />
      )}
    </div>
  );
}

interface ProposalTableProps {
  readonly rows: readonly Proposal[];
  /** Whether all are of the contract that the page is about. */
  readonly isOfOne?: boolean;
}

/** Proposals, each with its changes and parties to be opened. */
export function ProposalTable({ rows, isOfOne = false }: ProposalTableProps) {
  return (
    <DataTable
      label="Proposals"
      columns={isOfOne ? COLUMNS.slice(1) : COLUMNS}
      rows={rows}
      keyOf={({ id }) => id}
      detail={(proposal) => <Detail of={proposal} />}
      nameOf={({ contract }) => `proposal for ${contract.fullyQualifiedName ?? ''}`}
    />
  );
}

/** Changes to contracts that wait for a review or for the consent of consumers, and those that have ended. */
export function ProposalList() {
  const { after } = useSearch({ from: '/inside/governance' });
  const navigate = useNavigate({ from: '/governance' });
  const query = useQuery(proposalsQuery(after));
  const go = (to: string | undefined) => void navigate({ search: { after: to } });
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
