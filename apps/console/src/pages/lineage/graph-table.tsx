import { useState } from 'react';
import { typeLabel } from '../../api/entity-types';
import { EntityLink } from '../../ui/link';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { Status } from '../../ui/status';
import type { Card } from '../lineage-view/visible';

interface TableProps {
  readonly cards: readonly Card[];
  readonly states: ReadonlyMap<string, string>;
}

/** The same as a table, for those who read it rather than look at it. */
export function GraphTable({ cards, states }: TableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="panel" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show as table</summary>
      {isOpen && <Rows cards={cards} states={states} />}
    </details>
  );
}

function levelOf(hop: number, isCentre: boolean): string {
  if (isCentre) return 'here';
  return hop === 0 ? 'same level' : `${Math.abs(hop)} ${hop < 0 ? 'upstream' : 'downstream'}`;
}

/** Made when they are looked at: there can be two thousand. */
function Rows({ cards, states }: TableProps) {
  const nodes = cards.toSorted((a, b) => a.hop - b.hop || a.name.localeCompare(b.name));
  return (
    <TableScroll>
      <Table
        head={['Level', 'Asset', 'Type', 'Contract']}
        rows={nodes.map(({ id, hop, isCentre, type = 'table', name, displayName, fullyQualifiedName }) => [
          <span key="level" className="nowrap">
            {levelOf(hop, isCentre)}
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
