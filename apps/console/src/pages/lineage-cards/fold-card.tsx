import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { FAN, type Fold } from '../lineage-view/visible';
import { useCardActions } from './card-actions';

export type FoldNode = Node<{ readonly fold: Fold; readonly of: string; readonly failing: number }, 'fold'>;

/** Stands for the rest of a fan. */
export function FoldCard({ data: { fold, of, failing } }: NodeProps<FoldNode>) {
  const { unfold } = useCardActions();
  const count = fold.hidden.length;
  const label = `${count} more ${fold.side} of ${of}`;
  return (
    <div className="graph-fold" role="group" aria-label={label}>
      <Handle type="target" position={Position.Left} isConnectable={false} style={{ opacity: 0 }} />
      <div className="row row-apart">
        <strong title={label}>{`+ ${count} more`}</strong>
        {failing > 0 && <span className="tone-bad small">{failing} failing</span>}
      </div>
      <div className="graph-fold-buttons">
        {count > FAN && (
          <button type="button" className="graph-fold-button" onClick={() => unfold(fold, fold.shown + FAN)}>
            Show {FAN}
          </button>
        )}
        <button type="button" className="graph-fold-button" onClick={() => unfold(fold, fold.shown + count)}>
          Show all
        </button>
      </div>
      <Handle type="source" position={Position.Right} isConnectable={false} style={{ opacity: 0 }} />
    </div>
  );
}
