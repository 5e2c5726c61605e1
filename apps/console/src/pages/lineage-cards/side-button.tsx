import type { Side } from '../../api/lineage';
import type { Card } from '../lineage-view/visible';
import { useCardActions } from './card-actions';

/** Expands or collapses one side of a card. */
export function SideButton({ side, card }: { readonly side: Side; readonly card: Card }) {
  const { toggle } = useCardActions();
  const { state, count } = card.sides[side];
  if (state === 'none') return null;
  const isOpen = state === 'open';
  const label = `${isOpen ? 'Collapse' : 'Expand'} ${side} of ${card.displayName ?? card.name}: `;
  const shown = state === 'loading' ? '…' : isOpen ? '−' : count === undefined ? 'more' : `+${count}`;
  return (
    <button
      type="button"
      className={`graph-side graph-side-${side}`}
      aria-busy={state === 'loading'}
      title={label.slice(0, -2)}
      onClick={() => state !== 'loading' && toggle(side, card)}
    >
      <span className="visually-hidden">{label}</span>
      {shown}
    </button>
  );
}
