import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef, type RefObject } from 'react';
import type { Drawn } from './elements';
import { HEAD_HEIGHT, LEAST_ZOOM, MANY_NODES, NODE_WIDTH } from './layout';
import { focusCard } from './use-moves';

/** A card that stays where it is in the window, or what takes its place, when the graph changes. */
export interface Anchor {
  readonly before: string;
  readonly after: string;
  /** A column of it that was pressed. */
  readonly column?: string;
}

/** Each search for a card is another one, also for the same. */
export interface Target {
  readonly id: string;
}

/** Smallest margin around a graph that fits, in pixels. */
const MARGIN = 20;

interface KeepViewProps {
  readonly drawn: Drawn;
  /** Another one brings the graph into view anew. */
  readonly fitting: string;
  readonly anchor: RefObject<Anchor | undefined>;
  /** A card that is brought into view once it is drawn. */
  readonly target: Target | undefined;
  readonly frame: RefObject<HTMLDivElement | null>;
}

/**
 * Brings the first layout into view, once the pane has a size, and each one after the levels have changed; after a card was expanded, that
 * card stays where it is. The fit that React Flow does at the start is lost where no card lies in the first window.
 */
export function KeepView({ drawn, fitting, anchor, target, frame }: KeepViewProps) {
  const flow = useReactFlow();
  const former = useRef<{ readonly drawn: Drawn; readonly fitting: string }>(undefined);
  const kept = useRef<Anchor>(undefined);
  const reached = useRef<Target>(undefined);
  const width = useStore((state) => (state.panZoom === null ? 0 : state.width));
  const height = useStore((state) => (state.panZoom === null ? 0 : state.height));
  const hasSize = width > 0 && height > 0;
  useEffect(() => {
    if (!hasSize) return;
    const before = former.current;
    const isNew = before?.drawn !== drawn;
    if (!before || (isNew && before.fitting !== fitting)) {
      former.current = { drawn, fitting };
      void flow.setViewport(viewOf(drawn, width, height));
      return;
    }
    const root = rootOf(drawn);
    const pressed = anchor.current ?? { before: root, after: root };
    const [from, to] = [before.drawn.layout.get(pressed.before), drawn.layout.get(pressed.after)];
    if (to) {
      const { x, y, zoom } = flow.getViewport();
      const moved = from && isNew ? { x: x + (from.x - to.x) * zoom, y: y + (from.y - to.y) * zoom } : { x, y };
      void flow.setViewport({ ...within(moved, to, zoom, width, height), zoom });
    }
    // The button that was pressed may be gone with what it showed, or with its card, which was outside the narrower view.
    const isLost = document.activeElement === document.body;
    if (
      anchor.current &&
      kept.current !== anchor.current &&
      frame.current &&
      (isLost || pressed.before !== pressed.after)
    )
      focusCard(frame.current, pressed.after, pressed.column);
    if (!isNew) return;
    kept.current = anchor.current;
    former.current = { drawn, fitting };
  }, [flow, hasSize, width, height, drawn, fitting, anchor, frame]);
  useEffect(() => {
    const place = target && drawn.layout.get(target.id);
    if (!hasSize || !place || reached.current === target) return;
    reached.current = target;
    kept.current = anchor.current = { before: target.id, after: target.id };
    const zoom = Math.max(flow.getZoom(), LEAST_ZOOM);
    void flow.setCenter(place.x + NODE_WIDTH / 2, place.y + HEAD_HEIGHT / 2, { zoom });
  }, [flow, hasSize, drawn, target, anchor]);
  return null;
}

const rootOf = ({ visible }: Drawn): string => visible.nodes.find(({ isCentre }) => isCentre)?.id ?? '';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The viewport, moved as little as brings the head of a card into the window. */
function within({ x, y }: Point, card: Point, zoom: number, width: number, height: number): Point {
  const [left, top] = [x + card.x * zoom, y + card.y * zoom];
  const inside = (at: number, size: number, room: number) => Math.max(MARGIN, Math.min(at, room - size - MARGIN));
  return {
    x: x + inside(left, NODE_WIDTH * zoom, width) - left,
    y: y + inside(top, HEAD_HEIGHT * zoom, height) - top,
  };
}

/** All of the graph where it can be read then; else, at the smallest size that can be read, the asset that it is about in the middle. */
export function viewOf(drawn: Drawn, width: number, height: number) {
  const { layout, heights } = drawn;
  const places = [...layout].map(([id, { x, y }]) => ({
    x,
    y,
    right: x + NODE_WIDTH,
    bottom: y + (heights.get(id) ?? 0),
  }));
  const [left, top] = [Math.min(...places.map(({ x }) => x)), Math.min(...places.map(({ y }) => y))];
  const [right, bottom] = [
    Math.max(...places.map((place) => place.right)),
    Math.max(...places.map((place) => place.bottom)),
  ];
  const fitting = Math.min(1, (width - 2 * MARGIN) / (right - left), (height - 2 * MARGIN) / (bottom - top));
  const about = rootOf(drawn);
  const place = layout.get(about);
  if (fitting >= LEAST_ZOOM || !place)
    return centred((left + right) / 2, (top + bottom) / 2, Math.max(fitting, LEAST_ZOOM), width, height);
  const zoom = places.length > MANY_NODES ? 1 : LEAST_ZOOM;
  const fits = (size: number, room: number) => size * zoom <= room - 2 * MARGIN;
  return centred(
    fits(right - left, width) ? (left + right) / 2 : place.x + NODE_WIDTH / 2,
    fits(bottom - top, height) ? (top + bottom) / 2 : place.y + (heights.get(about) ?? 0) / 2,
    zoom,
    width,
    height,
  );
}

const centred = (x: number, y: number, zoom: number, width: number, height: number) => ({
  x: width / 2 - x * zoom,
  y: height / 2 - y * zoom,
  zoom,
});
