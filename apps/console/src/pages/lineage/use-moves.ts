import type { ReactFlowInstance } from '@xyflow/react';
import { useRef, type KeyboardEvent } from 'react';
import { linesOf, type Drawn } from './elements';
import { HEAD_HEIGHT, NODE_WIDTH } from './layout';
import { isMove, neighbourOf, type Move } from './neighbours';
import { planOf } from '../lineage-view/visible';

const CARD = '.react-flow__node';
const COLUMN = '[data-column]';
/** A card that was outside the view is drawn within this many frames. */
const MOST_FRAMES = 30;

/** A card, or one of its columns. */
interface Place {
  readonly card: string;
  readonly column?: string | undefined;
}

/** Arrow keys lead from the card or column in focus along the lineage; a card outside the view is centred. */
export function useMoves(drawn: Drawn | undefined) {
  const flow = useRef<Pick<ReactFlowInstance, 'setCenter' | 'getZoom'>>(undefined);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = (event.target as Element).closest(CARD)?.getAttribute('data-id');
    if (!isMove(event.key) || !from || !drawn) return;
    event.preventDefault();
    const column = (event.target as Element).closest(COLUMN)?.getAttribute('data-column');
    const to = column ? fromColumn(drawn, from, column, event.key) : fromCard(drawn, from, event.key);
    const place = to && drawn.layout.get(to.card);
    if (!place) return;
    const within = event.currentTarget;
    if (isInSight(within, to)) return focusCard(within, to.card, to.column);
    const zoom = flow.current?.getZoom() ?? 1;
    void flow.current
      ?.setCenter(place.x + NODE_WIDTH / 2, place.y + HEAD_HEIGHT / 2, { zoom })
      .then(() => focusCard(within, to.card, to.column));
  };
  return {
    onKeyDown,
    onInit: (instance: Pick<ReactFlowInstance, 'setCenter' | 'getZoom'>) => {
      flow.current = instance;
    },
  };
}

function fromCard({ visible, layout }: Drawn, from: string, move: Move): Place | undefined {
  const card = neighbourOf(planOf(visible), layout, from, move);
  return card === undefined ? undefined : { card };
}

/** To a column that a line leads to, or up and down the list; above its first one is the card. */
function fromColumn(drawn: Drawn, card: string, column: string, move: Move): Place | undefined {
  if (move === 'ArrowLeft') {
    const line = linesOf(drawn).find(({ to }) => to === column);
    return line && { card: line.fromAsset, column: line.from };
  }
  if (move === 'ArrowRight') {
    const line = linesOf(drawn).find(({ from }) => from === column);
    return line && { card: line.toAsset, column: line.to };
  }
  const columns = drawn.lists.get(card)?.listed.map(({ fqn }) => fqn) ?? [];
  const at = columns.indexOf(column) + (move === 'ArrowUp' ? -1 : 1);
  if (at < 0) return { card };
  return at < columns.length ? { card, column: columns[at] } : fromCard(drawn, card, move);
}

const cardOf = (within: Element, id: string) => within.querySelector(`${CARD}[data-id="${CSS.escape(id)}"]`);

const placeIn = (within: Element, { card, column }: Place) =>
  column === undefined
    ? cardOf(within, card)
    : cardOf(within, card)?.querySelector(`[data-column="${CSS.escape(column)}"]`);

function isInSight(within: Element, place: Place): boolean {
  const [card, frame] = [placeIn(within, place)?.getBoundingClientRect(), within.getBoundingClientRect()];
  if (!card) return false;
  return card.left >= frame.left && card.right <= frame.right && card.top >= frame.top && card.bottom <= frame.bottom;
}

/** Brings the focus to a column of a card, or to the first of it that takes it, as soon as the card is drawn. */
export function focusCard(within: Element, card: string, column?: string, frames = 0): void {
  const found = placeIn(within, { card, column });
  const target = column === undefined ? (found?.querySelector('a') ?? found?.querySelector('button')) : found;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  else if (frames < MOST_FRAMES) requestAnimationFrame(() => focusCard(within, card, column, frames + 1));
}
