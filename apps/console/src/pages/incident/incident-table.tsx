import { sinceOf, type ContractIncident, type Incident } from '../../api/governance/incidents';
import { EntityName } from '../../ui/entity-name';
import { EntityLink } from '../../ui/link';
import { Tag } from '../../ui/status';
import type { DataColumn, ListOrder } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { Lasted, Moment } from '../../ui/time';
import { IncidentDetail } from './incident-detail';
import { STATUS_LABELS } from './incident-words';
import { nameOf } from '../../ui/references';

const statusOf = ({ of, incident }: Incident) =>
  of === 'contract' ? incident.status : incident.testCaseResolutionStatusType;

const subjectOf = ({ of, incident }: Incident) => (of === 'contract' ? incident.contract : incident.testCaseReference);

const assigneeOf = ({ of, incident }: Incident) =>
  of === 'contract' ? incident.assignee : incident.testCaseResolutionStatusDetails?.assignee;

const NAME: DataColumn<Incident> = {
  label: 'Of',
  isName: true,
  cell: (one) => {
    const { type, fullyQualifiedName = '', displayName, deleted } = subjectOf(one);
    // The page of a contract that went with its table is not there.
    return <EntityName type={type} fqn={fullyQualifiedName} displayName={displayName} isGone={deleted} />;
  },
  orderBy: { name: 'name', first: 'asc' },
};

const COLUMNS: readonly DataColumn<Incident>[] = [
  {
    label: 'Status',
    cell: (one) => (
      <Tag tone={statusOf(one) === 'New' ? 'bad' : 'part'} icon={statusOf(one) === 'New' ? 'cross' : 'half'}>
        {STATUS_LABELS[statusOf(one)]}
      </Tag>
    ),
    orderBy: { name: 'status', first: 'asc' },
  },
  { label: 'For', cell: (one) => <Since of={one} />, orderBy: { name: 'since', first: 'desc' } },
  { label: 'Opened', cell: (one) => <Opened of={one} />, orderBy: { name: 'opened', first: 'desc' } },
  {
    label: 'Assignee',
    cell: (one) => {
      const assignee = assigneeOf(one);
      return assignee && <bdi className="fqn">{nameOf(assignee)}</bdi>;
    },
  },
  { label: 'Cause', cell: (one) => one.of === 'contract' && <Cause of={one.incident} /> },
  { label: 'Severity', cell: ({ incident }) => incident.severity ?? '' },
];

const ALL_COLUMNS = [NAME, ...COLUMNS];
/** A test case says when its newest status was set alone. */
const OF_TEST_CASES = ALL_COLUMNS.filter(({ label }) => label !== 'Opened' && label !== 'Cause').map((column) =>
  column.label === 'For' ? { ...column, orderBy: { name: 'timestamp', first: 'desc' as const } } : column,
);

/** How long the verdict has been what it is, and the hour when it became so. */
function Since({ of }: { readonly of: Incident }) {
  return (
    <span className="nowrap">
      <Lasted since={sinceOf(of)} />
    </span>
  );
}

/** The first broken contract upstream; where there is none, how many incidents wait for this one. */
function Cause({ of: { cause, affected } }: { readonly of: ContractIncident }) {
  if (cause)
    return (
      <EntityLink type="dataContract" fqn={cause.contract.fullyQualifiedName}>
        <bdi className="fqn">{nameOf(cause.contract)}</bdi>
      </EntityLink>
    );
  return affected > 0 ? <span>itself; {affected} more follow from it</span> : '';
}

function Opened({ of }: { readonly of: Incident }) {
  return of.of === 'contract' && <Moment of={of.incident.openedAt} />;
}

interface IncidentTableProps {
  readonly rows: readonly Incident[];
  /** Whose they are; contract: of the one that the page is about. */
  readonly of: 'contract' | 'contracts' | 'test cases';
  /** The order of the server, of a list that has more than one. */
  readonly order?: ListOrder;
  readonly setOrder?: (order: ListOrder) => void;
}

const COLUMNS_OF = { contract: COLUMNS, contracts: ALL_COLUMNS, 'test cases': OF_TEST_CASES };

/** Incidents, each with what is known of it to be opened. */
export function IncidentTable({ rows, of, order, setOrder }: IncidentTableProps) {
  return (
    <DataTable
      label="Incidents"
      columns={COLUMNS_OF[of]}
      rows={rows}
      keyOf={({ incident }) => incident.id}
      detail={(one) => <IncidentDetail of={one} />}
      nameOf={(one) => `incident of ${nameOf(subjectOf(one))}`}
      {...(order && setOrder && { order, setOrder })}
    />
  );
}
