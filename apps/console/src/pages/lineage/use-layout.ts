import { useCallback, useEffect, useState } from 'react';
import type { Layout } from './hop-layout';
import { layoutOf } from './layout';
import { planOf, type Visible } from '../lineage-view/visible';

/** A graph with the positions of its cards. */
export interface Drawn {
  readonly visible: Visible;
  readonly heights: ReadonlyMap<string, number>;
  readonly layout: Layout;
}

/** The newest graph that is laid out: while the next one is being laid out, the former stays. */
export function useLayout(visible: Visible, heights: ReadonlyMap<string, number>) {
  const [drawn, setDrawn] = useState<Drawn>();
  const [error, setError] = useState<unknown>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    setError(undefined);
    layoutOf(planOf(visible), (id) => heights.get(id) ?? 0).then(
      (layout) => {
        if (!isOver) setDrawn({ visible, heights, layout });
      },
      (failure: unknown) => {
        if (!isOver) setError(failure);
      },
    );
    return () => {
      isOver = true;
    };
  }, [visible, heights, round]);
  return { drawn, error, again: useCallback(() => setRound((now) => now + 1), []) };
}
