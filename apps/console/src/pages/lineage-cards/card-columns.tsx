import { Handle, Position } from '@xyflow/react';
import { CutText } from '../../ui/cut-text';
import type { ColumnList } from '../lineage-view/listed-columns';
import type { Card } from '../lineage-view/visible';
import { useCardActions } from './card-actions';

/** Characters of a name that are always shown at its end. */
const SHOWN_END = 10;

interface ColumnsProps {
  readonly card: Card;
  readonly list: ColumnList;
  readonly chosen: string | undefined;
  readonly canToggle: boolean;
}

/** Columns of a card that lineage goes through, each of which can be chosen. */
export function CardColumns({ card, list: { state, count, listed, more }, chosen, canToggle }: ColumnsProps) {
  const { list, chooseColumn } = useCardActions();
  const name = card.displayName ?? card.name;
  const label = `${count} ${count === 1 ? 'column' : 'columns'}`;
  const isOpen = state !== 'none';
  return (
    <div className="graph-columns">
      {canToggle ? (
        <button
          type="button"
          className="graph-row graph-row-toggle"
          aria-expanded={isOpen}
          onClick={() => list(card, isOpen ? 'none' : 'first')}
        >
          <span aria-hidden>{isOpen ? '▾' : '▸'}</span> {label}
          <span className="visually-hidden">{` of ${name}`}</span>
        </button>
      ) : (
        <div className="graph-row dimmed">{label}</div>
      )}
      {listed.length > 0 && (
        <ul aria-label={`Columns of ${name}`}>
          {listed.map(({ fqn, name: column, isOnPath }) => (
            <li key={fqn}>
              <Handle type="target" id={fqn} position={Position.Left} isConnectable={false} style={{ opacity: 0 }} />
              <button
                type="button"
                className={`graph-row mono${isOnPath ? ' graph-row-lit' : ''}`}
                aria-pressed={fqn === chosen}
                data-column={fqn}
                title={column}
                onClick={() => chooseColumn(card, fqn)}
              >
                <CutText text={column} end={SHOWN_END} />
              </button>
              <Handle type="source" id={fqn} position={Position.Right} isConnectable={false} style={{ opacity: 0 }} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <button type="button" className="graph-row graph-row-toggle" onClick={() => list(card, 'all')}>
          + {more} more columns
          <span className="visually-hidden">{` of ${name}`}</span>
        </button>
      )}
    </div>
  );
}
