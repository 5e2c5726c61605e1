import { useState } from 'react';
import { typeLabel } from '../../api/entity-types';
import type { Graph } from '../../api/lineage';
import { EntityLink } from '../../ui/link';
import { TableHead, TableScroll } from '../../ui/tables/list-table';
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
      <summary>The same as a table</summary>
      {isOpen && <Rows graph={graph} states={states} />}
    </details>
  );
}

/** Made when they are looked at: there can be two thousand. */
function Rows({ graph, states }: TableProps) {
  const nodes = [...graph.nodes].sort((a, b) => a.hop - b.hop || a.name.localeCompare(b.name));
  return (
    <TableScroll>
      <table className="list-table">
        <TableHead labels={['Hop', 'Asset', 'Type', 'Contract']} />
        <tbody>
          {nodes.map(({ id, hop, type = 'table', name, displayName, fullyQualifiedName }) => (
            <tr key={id}>
              <td style={{ whiteSpace: 'nowrap' }}>
                {hop === 0 ? 'here' : `${Math.abs(hop)} ${hop < 0 ? 'upstream' : 'downstream'}`}
              </td>
              <td>
                <EntityLink type={String(type)} fqn={fullyQualifiedName}>
                  {displayName ?? name}
                </EntityLink>
              </td>
              <td>{typeLabel(String(type))}</td>
              <td>{states.has(id) ? <Status of={states.get(id)} /> : <span className="dimmed">none</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
