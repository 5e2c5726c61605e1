import { Handle, Position, useStore, type Node, type NodeProps } from '@xyflow/react';
import { typeLabel } from '../../api/entity-types';
import { CutText } from '../../ui/cut-text';
import { Icon } from '../../ui/icon';
import { EntityLink } from '../../ui/link';
import { lookOf, Status } from '../../ui/status';
import { HEAD_HEIGHT } from '../lineage/layout';
import type { Card } from '../lineage-view/visible';
import type { ColumnList } from '../lineage-view/listed-columns';
import { useCardActions } from './card-actions';
import { CardColumns } from './card-columns';
import { SideButton } from './side-button';

export type AssetNode = Node<
  {
    readonly card: Card;
    readonly status: string | undefined;
    readonly hasContract: boolean;
    readonly isLit: boolean;
    /** Whether a path is chosen that does not lead through it. */
    readonly isDim: boolean;
    readonly list: ColumnList | undefined;
    readonly isChosen: boolean;
    readonly chosenColumn: string | undefined;
    /** Whether its list can be opened and closed: not where all are open. */
    readonly canToggle: boolean;
  },
  'asset'
>;

const HANDLE = { opacity: 0, top: HEAD_HEIGHT / 2 };
/** Below this zoom nothing of a card can be read. */
const READABLE_ZOOM = 0.3;
/** Characters of a name that are always shown at its end. */
const SHOWN_END = 12;

export function AssetCard({ data }: NodeProps<AssetNode>) {
  const { card, status, hasContract, isLit, isDim, list, chosenColumn, canToggle, isChosen } = data;
  const { choose } = useCardActions();
  const { type = 'table', name, displayName, fullyQualifiedName, isCentre } = card;
  const look = `graph-node${isCentre ? ' graph-node-centre' : ''}${isLit ? ' graph-node-lit' : ''}${isDim ? ' graph-node-dim' : ''}${isChosen ? ' graph-node-chosen' : ''}`;
  const isReadable = useStore(({ transform: [, , zoom] }) => zoom >= READABLE_ZOOM);
  if (!isReadable) {
    return (
      <div className={look} title={fullyQualifiedName} style={{ height: HEAD_HEIGHT }}>
        <Handle type="target" position={Position.Left} isConnectable={false} style={HANDLE} />
        {hasContract && (
          <span className={`graph-state tone-${lookOf(status).tone}`}>
            <Icon name={lookOf(status).icon} size={44} />
          </span>
        )}
        <Handle type="source" position={Position.Right} isConnectable={false} style={HANDLE} />
      </div>
    );
  }
  return (
    <>
      <SideButton side="upstream" card={card} />
      <div className={look} title={fullyQualifiedName}>
        {/* Before those of the columns: an edge without a column ends at the first. */}
        <Handle type="target" position={Position.Left} isConnectable={false} style={HANDLE} />
        <Handle type="source" position={Position.Right} isConnectable={false} style={HANDLE} />
        <bdi className="graph-name">
          <EntityLink type={String(type)} fqn={fullyQualifiedName}>
            <CutText text={displayName ?? name} end={SHOWN_END} />
          </EntityLink>
        </bdi>
        <button type="button" className="graph-details" aria-pressed={isChosen} onClick={() => choose(card)}>
          <Icon name="info" size={16} />
          <span className="visually-hidden">Details of {displayName ?? name}</span>
        </button>
        <div className="row row-apart" style={{ flexWrap: 'nowrap' }}>
          <span className="dimmed small" title={typeLabel(String(type))}>
            {typeLabel(String(type))}
          </span>
          {hasContract ? <Status of={status} /> : <span className="dimmed small">no contract</span>}
        </div>
        {list && <CardColumns card={card} list={list} chosen={chosenColumn} canToggle={canToggle} />}
      </div>
      <SideButton side="downstream" card={card} />
    </>
  );
}
