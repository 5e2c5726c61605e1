import { useState } from 'react';
import { typeLabel } from '../../api/entity-types';
import type { Graph } from '../../api/lineage';
import { EntityLink } from '../../ui/link';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { Status } from '../../ui/status';

interface TableProps {
  readonly graph: Graph;
  readonly states: ReadonlyMap<string, string>;
}

/** The same as a table, for those who read it rather than look at it. */
export function GraphTable({ graph, states }: TableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="panel" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show as table</summary>
      {isOpen && <Rows graph={graph} states={states} />}
    </details>
  );
}

/** Made when they are looked at: there can be two thousand. */
function Rows({ graph, states }: TableProps) {
  const nodes = [...graph.nodes].sort((a, b) => a.hop - b.hop || a.name.localeCompare(b.name));
  return (
    <TableScroll>
      <Table
        head={['Level', 'Asset', 'Type', 'Contract']}
        rows={nodes.map(({ id, hop, type = 'table', name, displayName, fullyQualifiedName }) => [
          <span key="level" className="nowrap">
            {hop === 0 ? 'here' : `${Math.abs(hop)} ${hop < 0 ? 'upstream' : 'downstream'}`}
          </span>,
          <EntityLink key="asset" type={String(type)} fqn={fullyQualifiedName}>
            {displayName ?? name}
          </EntityLink>,
          typeLabel(String(type)),
          states.has(id) ? (
            <Status key="contract" of={states.get(id)} />
          ) : (
            <span key="contract" className="dimmed">
              none
            </span>
          ),
        ])}
        keyOf={(at) => nodes[at]!.id}
      />
    </TableScroll>
  );
}
