import { useQuery } from '@tanstack/react-query';
import { incidentsQuery, sinceOf, type ContractIncident, type Incident } from './governance-queries';
import { EntityLink } from '../../ui/link';
import { Loaded, Message } from '../../ui/states';
import { Tag } from '../../ui/status';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { Lasted } from '../../ui/time';
import { IncidentDetail } from './incident-detail';
import { nameOf } from '../../ui/references';

const STATUS_LABELS: Readonly<Record<ContractIncident['status'], string>> = {
  New: 'New',
  Ack: 'Acknowledged',
  Assigned: 'Assigned',
  Resolved: 'Resolved',
};

const statusOf = ({ of, incident }: Incident) =>
  of === 'contract' ? incident.status : incident.testCaseResolutionStatusType;

const subjectOf = ({ of, incident }: Incident) => (of === 'contract' ? incident.contract : incident.testCaseReference);

const assigneeOf = ({ of, incident }: Incident) =>
  of === 'contract' ? incident.assignee : incident.testCaseResolutionStatusDetails?.assignee;

const COLUMNS: readonly DataColumn<Incident>[] = [
  { label: 'Of', cell: (one) => <Subject of={one} />, sortBy: (one) => subjectOf(one).fullyQualifiedName },
  { label: 'Kind', cell: ({ of }) => <span className="nowrap">{of}</span>, sortBy: ({ of }) => of },
  {
    label: 'Status',
    cell: (one) => (
      <Tag tone={statusOf(one) === 'New' ? 'bad' : 'part'} icon={statusOf(one) === 'New' ? 'cross' : 'half'}>
        {STATUS_LABELS[statusOf(one)]}
      </Tag>
    ),
    sortBy: statusOf,
  },
  {
    label: 'For',
    cell: (one) => (
      <span className="nowrap">
        <Lasted since={sinceOf(one)} />
      </span>
    ),
    sortBy: sinceOf,
  },
  { label: 'Cause', cell: (one) => one.of === 'contract' && <Cause of={one.incident} /> },
  {
    label: 'Assignee',
    cell: (one) => assigneeOf(one) && nameOf(assigneeOf(one)!),
    sortBy: (one) => assigneeOf(one)?.name,
  },
  { label: 'Severity', cell: ({ incident }) => incident.severity ?? '', sortBy: ({ incident }) => incident.severity },
];

function Subject({ of: one }: { readonly of: Incident }) {
  const { type, fullyQualifiedName = '' } = subjectOf(one);
  return one.of === 'contract' ? (
    <EntityLink type={type} fqn={fullyQualifiedName}>
      {fullyQualifiedName}
    </EntityLink>
  ) : (
    <span className="fqn">{fullyQualifiedName}</span>
  );
}

/** The first broken contract upstream; where there is none, how many incidents wait for this one. */
function Cause({ of: { cause, affected } }: { readonly of: ContractIncident }) {
  if (cause)
    return (
      <EntityLink type="dataContract" fqn={cause.contract.fullyQualifiedName ?? ''}>
        {nameOf(cause.contract)}
      </EntityLink>
    );
  return affected > 0 ? <span>itself; {affected} more follow from it</span> : '';
}

interface IncidentTableProps {
  readonly rows: readonly Incident[];
  /** Whether all are of the contract that the page is about. */
  readonly isOfOne?: boolean;
}

/** Incidents, each with what is known of it to be opened. */
export function IncidentTable({ rows, isOfOne = false }: IncidentTableProps) {
  return (
    <DataTable
      label="Incidents"
      columns={isOfOne ? COLUMNS.slice(2) : COLUMNS}
      rows={rows}
      keyOf={({ incident }) => incident.id}
      detail={(one) => <IncidentDetail of={one} />}
      nameOf={(one) => `incident of ${nameOf(subjectOf(one))}`}
    />
  );
}

/** Incidents that are open, of contracts and of test cases. */
export function IncidentList() {
  const query = useQuery(incidentsQuery);
  return (
    <section className="stack" aria-labelledby="incidents">
      <h2 id="incidents" style={{ margin: 0, fontSize: 17 }}>
        Incidents
      </h2>
      <Loaded query={query} what="Looking for incidents">
        {(incidents) =>
          incidents.length === 0 ? (
            <div className="panel">
              <Message icon="check" title="No open incidents">
                <p className="dimmed">A contract opens one where a contract policy says so, or by hand.</p>
              </Message>
            </div>
          ) : (
            <IncidentTable rows={incidents} />
          )
        }
      </Loaded>
    </section>
  );
}
