import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef, type RefObject } from 'react';
import { LEAST_ZOOM, MANY_NODES, NODE_WIDTH } from './layout';
import type { Drawn } from './use-layout';
import { focusCard } from './use-moves';

/** A card that stays where it is in the window, or what takes its place, when the graph changes. */
export interface Anchor {
  readonly before: string;
  readonly after: string;
}

/** Smallest margin around a graph that fits, in pixels. */
const MARGIN = 20;

interface KeepViewProps {
  readonly drawn: Drawn;
  readonly anchor: RefObject<Anchor | undefined>;
  readonly frame: RefObject<HTMLDivElement | null>;
}

/**
 * Brings the first layout into view, once the pane has a size, and each one after the levels have changed; after a card was expanded, that
 * card stays where it is. The fit that React Flow does at the start is lost where no card lies in the first window.
 */
export function KeepView({ drawn, anchor, frame }: KeepViewProps) {
  const flow = useReactFlow();
  const former = useRef<Drawn>(undefined);
  const width = useStore((state) => (state.panZoom === null ? 0 : state.width));
  const height = useStore((state) => (state.panZoom === null ? 0 : state.height));
  const hasSize = width > 0 && height > 0;
  useEffect(() => {
    if (!hasSize || former.current === drawn) return;
    const kept = anchor.current;
    const [from, to] = kept ? [former.current?.layout.get(kept.before), drawn.layout.get(kept.after)] : [];
    former.current = drawn;
    anchor.current = undefined;
    if (!kept || !from || !to) {
      void flow.setViewport(viewOf(drawn, width, height));
      return;
    }
    const { x, y, zoom } = flow.getViewport();
    void flow.setViewport({ x: x + (from.x - to.x) * zoom, y: y + (from.y - to.y) * zoom, zoom });
    const { activeElement } = document;
    // The button that was pressed may be gone with what it showed.
    if (kept.before !== kept.after || activeElement === document.body)
      frame.current && focusCard(frame.current, kept.after);
  }, [flow, hasSize, width, height, drawn, anchor, frame]);
  return null;
}

/** All of the graph where it can be read then; else the asset that it is about, at the smallest size that can be read. */
export function viewOf({ visible, layout, heights }: Drawn, width: number, height: number) {
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
  const about = visible.nodes.find(({ isCentre }) => isCentre);
  const place = about && layout.get(about.id);
  if (fitting >= LEAST_ZOOM || !place)
    return centred((left + right) / 2, (top + bottom) / 2, Math.max(fitting, LEAST_ZOOM), width, height);
  const zoom = places.length > MANY_NODES ? 1 : LEAST_ZOOM;
  return centred(place.x + NODE_WIDTH / 2, place.y + (heights.get(about.id) ?? 0) / 2, zoom, width, height);
}

const centred = (x: number, y: number, zoom: number, width: number, height: number) => ({
  x: width / 2 - x * zoom,
  y: height / 2 - y * zoom,
  zoom,
});
