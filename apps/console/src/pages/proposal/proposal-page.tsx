import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { effectiveQuery } from '../../api/contracts';
import { proposalQuery, type Proposal } from '../../api/governance/proposals';
import { ChangeList } from '../../ui/changes/change-list';
import { counted } from '../../ui/changes/value-words';
import { EntityLink, PageLink, useTitle } from '../../ui/link';
import { NoEntity } from '../../ui/shell/no-entity';
import { Loaded, Loading, Notice } from '../../ui/states';
import { Tag } from '../../ui/status';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { absoluteTime, Time } from '../../ui/time';
import { Fact } from '../../ui/fact';
import { DeadlineText } from './open-proposal';
import { ProposalActions } from './proposal-actions';
import { DECISIONS, endText, isOpen, nextStepText, PROPOSAL_STATES } from './proposal-words';

const ProposedDocument = lazy(async () => ({ default: (await import('./proposed-document')).ProposedDocument }));

/** A proposal: what it changes beside the text that would come of it, who decides by when, and the decisions that the reader may take. */
export function ProposalPage() {
  const { contract, id } = useSearch({ from: '/inside/proposal' });
  if (contract === '' || id === '') {
    const text = 'A proposal is named by the id of its contract and its own. Governance lists all of them.';
    return <NoEntity icon="contract" heading="Proposal" title="Which proposal?" text={text} />;
  }
  return <ProposalOf contract={contract} id={id} />;
}

function ProposalOf({ contract, id }: { readonly contract: string; readonly id: string }) {
  const query = useQuery(proposalQuery(contract, id));
  const { data: of } = useQuery(effectiveQuery(contract));
  const heading = headingOf(query.data, of?.displayName ?? of?.name);
  useTitle(heading);
  return (
    <Loaded query={query} what="Loading the proposal" failedAs="Proposal">
      {(proposal) => <LoadedProposal heading={heading} proposal={proposal} />}
    </Loaded>
  );
}

function headingOf(proposal: Proposal | undefined, contract: string | undefined): string {
  if (proposal === undefined) return 'Proposal';
  const what = proposal.kind === 'deletion' ? 'Proposed deletion' : 'Proposed change';
  return contract === undefined ? what : `${what} of ${contract}`;
}

function LoadedProposal({ heading, proposal }: { readonly heading: string; readonly proposal: Proposal }) {
  const { contract, state, breaking, changes, document } = proposal;
  return (
    <div className="stack">
      <header className="stack" style={{ gap: 12 }}>
        <nav aria-label="Breadcrumb" className="small fqn">
          <PageLink to="/governance" search={{}}>
            Governance
          </PageLink>{' '}
          ›{' '}
          <EntityLink type="dataContract" fqn={contract.fullyQualifiedName}>
            <bdi>{contract.fullyQualifiedName}</bdi>
          </EntityLink>
        </nav>
        <div className="row">
          <h1 style={{ margin: 0 }} className="fqn">
            {heading}
          </h1>
          <Tag tone={PROPOSAL_STATES[state].tone}>{PROPOSAL_STATES[state].label}</Tag>
          {breaking && (
            <Tag tone="bad" icon="warning">
              breaking
            </Tag>
          )}
        </div>
        <NextStep proposal={proposal} />
        <ProposalActions proposal={proposal} />
      </header>
      <Facts of={proposal} />
      <div className="halves">
        <Section title="What it changes">
          {proposal.kind === 'deletion' ? (
            <p style={{ margin: 0 }}>The contract is deleted. Nothing is expected of its asset then.</p>
          ) : (
            <ChangeList changes={changes} />
          )}
        </Section>
        {document && (
          <Section title="The contract as it would become">
            <Suspense fallback={<Loading what="Loading the document" />}>
              <ProposedDocument document={document} />
            </Suspense>
          </Section>
        )}
      </div>
      <Parties of={proposal} />
    </div>
  );
}

function NextStep({ proposal }: { readonly proposal: Proposal }) {
  const { data: contract = {} } = useQuery(effectiveQuery(proposal.contract.id));
  const { appliedVersion, endedAt, message } = proposal;
  if (isOpen(proposal)) {
    return (
      <Notice tone="part" icon="clock">
        <p>
          {nextStepText(proposal, contract)} <DeadlineText of={proposal} /> The contract stays as it is until then.
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone={PROPOSAL_STATES[proposal.state].tone} icon="info">
      <p>
        It has ended{endedAt !== undefined && ` on ${absoluteTime(endedAt)}`}: {endText(proposal)}.
        {appliedVersion !== undefined && ` It is version ${appliedVersion} of the contract.`}
        {message !== undefined && ` ${message}`}
      </p>
    </Notice>
  );
}

function Facts({
  of: { author, openedAt, reason, round, baseVersion, affected, override, approvals },
}: {
  readonly of: Proposal;
}) {
  return (
    <dl className="facts">
      <Fact name="Author">
        <bdi>{author.name}</bdi>, <Time of={openedAt} />
      </Fact>
      {reason !== undefined && <Fact name="Reason">{reason}</Fact>}
      <Fact name="Made of">
        version {baseVersion}
        {round > 1 && `, changed ${counted(round - 1, 'time')} since it was opened`}
      </Fact>
      {affected && (
        <Fact name="Reaches">
          {counted(affected.assets, 'asset')}, {counted(affected.contracts, 'contract')},{' '}
          {counted(affected.consumers, 'consumer')}
        </Fact>
      )}
      {approvals.map(({ user, at, comment }) => (
        <Fact key={user} name="Approved by">
          <bdi>{user}</bdi>, {absoluteTime(at)}
          {comment !== undefined && `: ${comment}`}
        </Fact>
      ))}
      {override && (
        <Fact name="Overridden by">
          <bdi>{override.user}</bdi>, {absoluteTime(override.at)}: {override.reason}
        </Fact>
      )}
    </dl>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="panel stack" aria-label={title}>
      <h2 style={{ margin: 0, fontSize: 16 }}>{title}</h2>
      {children}
    </section>
  );
}

/** The consumers whom the change concerns, with what each has decided. */
function Parties({ of: { parties } }: { readonly of: Proposal }) {
  if (parties.length === 0) return null;
  return (
    <Section title="Consumers whom it concerns">
      <TableScroll>
        <Table
          label="Consumers whom it concerns"
          head={['Consumer', 'Decision', 'Columns', 'When', 'Comment']}
          rows={parties.map(({ party, decision, columns = [], until, by, at, comment }) => [
            <bdi>{party?.name ?? 'hidden from you'}</bdi>,
            <>
              {DECISIONS[decision]}
              {until !== undefined && ` until ${absoluteTime(until)}`}
              {by !== undefined && ` (${by})`}
            </>,
            columns.length > 0 ? columns.join(', ') : 'all',
            at === undefined ? '' : absoluteTime(at),
            comment ?? '',
          ])}
        />
      </TableScroll>
    </Section>
  );
}
