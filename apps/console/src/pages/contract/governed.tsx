import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { nameOf } from '../../ui/references';
import { Loaded } from '../../ui/states';
import { OUTCOMES, Tag } from '../../ui/status';
import { CellTable, TableScroll } from '../../ui/tables/list-table';
import { Time } from '../../ui/time';
import { IncidentTable } from '../governance/incident-list';
import { ProposalTable } from '../governance/proposal-list';
import { governedQuery, type Attainment, type Consumer } from './governed-query';
import { GovernedFacts } from './governed-facts';

/** How the contract is governed; to be read. */
export function Governed({ id }: { readonly id: string }) {
  const query = useQuery(governedQuery(id));
  return (
    <Loaded query={query} what="Looking at how the contract is governed">
      {({ lifecycle, policy, proposals, consumers, incidents, objectives }) => (
        <div className="stack" style={{ gap: 22 }}>
          <GovernedFacts lifecycle={lifecycle} policy={policy} />
          <Section title="Proposals" shown={proposals.data.length} total={proposals.paging.total}>
            <ProposalTable rows={proposals.data} isOfOne />
          </Section>
          <Section title="Consumers" shown={consumers.data.length} total={consumers.paging.total}>
            <TableScroll>
              <CellTable label="Consumers" head={CONSUMER_HEAD} rows={consumers.data.map(consumerRow)} />
            </TableScroll>
          </Section>
          <Section title="Incidents" shown={incidents.data.length} total={incidents.paging.total}>
            <IncidentTable rows={incidents.data.map((incident) => ({ of: 'contract', incident }))} isOfOne />
          </Section>
          <Section title="Objectives" shown={objectives.length} total={objectives.length}>
            <TableScroll>
              <CellTable label="Objectives" head={OBJECTIVE_HEAD} rows={objectives.map(objectiveRow)} />
            </TableScroll>
          </Section>
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

const CONSUMER_HEAD = ['Who', 'What for', 'Columns', 'Until', 'Contact'];

const consumerRow = ({ party, purpose, columns = [], until, expired, contact }: Consumer): ReactNode[] => [
  party ? nameOf(party) : '',
  purpose,
  columns.length > 0 ? columns.join(', ') : 'all',
  until !== undefined && (
    <>
      <Time of={until} isUpcoming={expired !== true} />
      {expired === true && ', expired'}
    </>
  ),
  contact ?? '',
];

const OBJECTIVE_HEAD = ['Objective', 'On', 'Target', 'Attained', 'Good', 'Budget left'];

const objectiveRow = ({ name, on, unit, target, attainment, met, good, total, budget }: Attainment): ReactNode[] => [
  name,
  `${on}, ${unit}`,
  `${target} %`,
  <Tag {...OUTCOMES[met ? 'holds' : 'broken']}>{attainment === undefined ? 'nothing yet' : `${attainment} %`}</Tag>,
  `${good} of ${total}`,
  `${budget.left} of ${budget.allowed}`,
];
