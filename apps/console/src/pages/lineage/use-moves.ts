import type { ReactFlowInstance } from '@xyflow/react';
import { useRef, type KeyboardEvent } from 'react';
import type { Layout, Plan } from './hop-layout';
import { HEAD_HEIGHT, NODE_WIDTH } from './layout';
import { isMove, neighbourOf } from './neighbours';

const CARD = '.react-flow__node';
/** A card that was outside the view is drawn within this many frames. */
const MOST_FRAMES = 30;

/** Arrow keys lead from the card in focus along the lineage; a card outside the view is centred. */
export function useMoves(plan: Plan, layout: Layout | undefined) {
  const flow = useRef<Pick<ReactFlowInstance, 'setCenter' | 'getZoom'>>(undefined);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = (event.target as Element).closest(CARD)?.getAttribute('data-id');
    if (!isMove(event.key) || !from || !layout) return;
    event.preventDefault();
    const to = neighbourOf(plan, layout, from, event.key);
    const place = to === undefined ? undefined : layout.get(to);
    if (to === undefined || !place) return;
    const within = event.currentTarget;
    if (isInSight(within, to)) return focusCard(within, to);
    const zoom = flow.current?.getZoom() ?? 1;
    void flow.current
      ?.setCenter(place.x + NODE_WIDTH / 2, place.y + HEAD_HEIGHT / 2, { zoom })
      .then(() => focusCard(within, to));
  };
  return {
    onKeyDown,
    onInit: (instance: Pick<ReactFlowInstance, 'setCenter' | 'getZoom'>) => {
      flow.current = instance;
    },
  };
}

const cardOf = (within: Element, id: string) => within.querySelector(`${CARD}[data-id="${CSS.escape(id)}"]`);

function isInSight(within: Element, id: string): boolean {
  const [card, frame] = [cardOf(within, id)?.getBoundingClientRect(), within.getBoundingClientRect()];
  if (!card) return false;
  return card.left >= frame.left && card.right <= frame.right && card.top >= frame.top && card.bottom <= frame.bottom;
}

/** Brings the focus to the first of a card that takes it, as soon as the card is drawn. */
export function focusCard(within: Element, id: string, frames = 0): void {
  const card = cardOf(within, id);
  const link = card?.querySelector('a') ?? card?.querySelector('button');
  if (link) link.focus({ preventScroll: true });
  else if (frames < MOST_FRAMES) requestAnimationFrame(() => focusCard(within, id, frames + 1));
}
