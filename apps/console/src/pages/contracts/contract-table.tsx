import { Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import type { Contract } from '../../api/contracts';
import { EntityName } from '../../ui/entity-name';
import { Owners, Tags } from '../../ui/references';
import { EntityStatus, Status } from '../../ui/status';
import type { DataColumn, ListOrder } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { Lasted, Time } from '../../ui/time';

interface Choice {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: ReadonlySet<string>) => void;
  /** Those that the reader may validate. */
  readonly choosable: ReadonlySet<string>;
}

interface TableProps extends Choice {
  readonly rows: readonly Contract[];
  readonly order: ListOrder;
  readonly setOrder: (order: ListOrder) => void;
}

const COLUMNS: readonly DataColumn<Contract>[] = [
  {
    label: 'Contract',
    isName: true,
    cell: (contract) => <Name of={contract} />,
    orderBy: { name: 'name', first: 'asc' },
  },
  {
    label: 'Last result',
    cell: ({ latestResult }) => <Status of={latestResult?.status} />,
    orderBy: { name: 'status', first: 'asc' },
  },
  {
    label: 'For',
    cell: ({ latestResult }) => (
      <span className="nowrap">{latestResult?.since !== undefined && <Lasted since={latestResult.since} />}</span>
    ),
    orderBy: { name: 'since', first: 'desc' },
  },
  {
    label: 'Reason',
    cell: ({ latestResult }) => <div className="small reason fqn">{firstSentence(latestResult?.message)}</div>,
  },
  {
    label: 'Last run',
    cell: ({ latestResult }) => (
      <span className="small nowrap">
        {latestResult ? <Time of={latestResult.timestamp} /> : <span className="dimmed">never</span>}
      </span>
    ),
  },
  { label: 'Status', cell: ({ entityStatus }) => <EntityStatus of={entityStatus} /> },
  { label: 'Owners', cell: ({ owners }) => <Owners of={owners} none="–" isShort /> },
];

/** A page of contracts, in the order of the server. */
export function ContractTable({ rows, order, setOrder, ...choice }: TableProps) {
  const { chosen, choose, choosable } = choice;
  const columns = useMemo(
    () => (choosable.size === 0 ? COLUMNS : [choiceColumn({ chosen, choose, choosable }), ...COLUMNS]),
    [chosen, choose, choosable],
  );
  return (
    <DataTable
      label="Contracts"
      columns={columns}
      rows={rows}
      keyOf={({ id = '' }) => id}
      order={order}
      setOrder={setOrder}
    />
  );
}

function Name({ of: { name, displayName, fullyQualifiedName = '', tags } }: { readonly of: Contract }) {
  return (
    <>
      <EntityName type="dataContract" fqn={fullyQualifiedName} displayName={displayName ?? name} />
      {tags && tags.length > 0 && (
        <span className="row" style={{ marginTop: 4 }}>
          <Tags of={tags} />
        </span>
      )}
    </>
  );
}

function choiceColumn({ chosen, choose, choosable }: Choice): DataColumn<Contract> {
  const ids = [...choosable];
  const areAll = ids.every((id) => chosen.has(id));
  const set = (changed: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of changed) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    choose(next);
  };
  return {
    label: 'Selected',
    head: (
      <Checkbox
        aria-label="Select all on this page"
        checked={areAll}
        indeterminate={!areAll && ids.some((id) => chosen.has(id))}
        onChange={({ currentTarget }) => set(ids, currentTarget.checked)}
      />
    ),
    cell: ({ id = '', name, displayName }) =>
      choosable.has(id) && (
        <Checkbox
          aria-label={`Choose ${displayName ?? name}`}
          checked={chosen.has(id)}
          onChange={({ currentTarget }) => set([id], currentTarget.checked)}
        />
      ),
  };
}

/** The message of a result begins with what failed; the reasons behind it are on the page of the contract. */
function firstSentence(message = ''): string {
  const end = message.search(/\.(\s|$)/);
  return end < 0 ? message : message.slice(0, end + 1);
}
