import { Handle, Position, useStore, type Node, type NodeProps } from '@xyflow/react';
import { typeLabel } from '../../api/entity-types';
import { CutText } from '../../ui/cut-text';
import { Icon } from '../../ui/icon';
import { EntityLink } from '../../ui/link';
import { lookOf, Status } from '../../ui/status';
import { HEAD_HEIGHT } from '../lineage/layout';
import type { Card } from '../lineage-view/visible';
import { SideButton } from './side-button';

export type AssetNode = Node<
  {
    readonly card: Card;
    readonly status: string | undefined;
    readonly hasContract: boolean;
    readonly isLit: boolean;
    readonly columns: readonly string[];
  },
  'asset'
>;

/** Below this zoom nothing of a card can be read. */
const READABLE_ZOOM = 0.3;
/** Characters of a name that are always shown at its end. */
const SHOWN_END = 12;

export function AssetCard({ data: { card, status, hasContract, isLit, columns } }: NodeProps<AssetNode>) {
  const { type = 'table', name, displayName, fullyQualifiedName, hop, isCentre } = card;
  const look = `graph-node${isCentre ? ' graph-node-centre' : ''}${isLit ? ' graph-node-lit' : ''}`;
  const isReadable = useStore(({ transform: [, , zoom] }) => zoom >= READABLE_ZOOM);
  if (!isReadable) {
    return (
      <div className={look} title={fullyQualifiedName} style={{ height: HEAD_HEIGHT }}>
        <Handle type="target" position={Position.Left} isConnectable={false} style={{ opacity: 0 }} />
        {hasContract && (
          <span className={`graph-state tone-${lookOf(status).tone}`}>
            <Icon name={lookOf(status).icon} size={44} />
          </span>
        )}
        <Handle type="source" position={Position.Right} isConnectable={false} style={{ opacity: 0 }} />
      </div>
    );
  }
  return (
    <>
      <SideButton side="upstream" card={card} />
      <div className={look} title={fullyQualifiedName} data-hop={hop}>
        <Handle type="target" position={Position.Left} isConnectable={false} style={{ opacity: 0 }} />
        <bdi className="graph-name">
          <EntityLink type={String(type)} fqn={fullyQualifiedName}>
            <CutText text={displayName ?? name} end={SHOWN_END} />
          </EntityLink>
        </bdi>
        <div className="row row-apart" style={{ flexWrap: 'nowrap' }}>
          <span className="dimmed small" title={typeLabel(String(type))}>
            {typeLabel(String(type))}
          </span>
          {hasContract ? <Status of={status} /> : <span className="dimmed small">no contract</span>}
        </div>
        {columns.length > 0 && (
          <ul style={{ margin: 0, padding: '4px 0 0', listStyle: 'none', borderTop: '1px solid var(--line)' }}>
            {columns.map((column) => (
              <li key={column} className="mono" style={{ lineHeight: '20px' }} title={column}>
                {column}
              </li>
            ))}
          </ul>
        )}
        <Handle type="source" position={Position.Right} isConnectable={false} style={{ opacity: 0 }} />
      </div>
      <SideButton side="downstream" card={card} />
    </>
  );
}
