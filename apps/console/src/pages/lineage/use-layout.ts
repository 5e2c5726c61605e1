import { useCallback, useEffect, useState } from 'react';
import { heightsOf, type ColumnLists, type Drawn } from './elements';
import { layoutOf } from './layout';
import { planOf, type Visible } from '../lineage-view/visible';

/** The newest graph that is laid out: while the next one is being laid out, the former stays. */
export function useLayout(visible: Visible, lists: ColumnLists) {
  const [drawn, setDrawn] = useState<Drawn>();
  const [error, setError] = useState<unknown>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    setError(undefined);
    const heights = heightsOf(visible, lists);
    layoutOf(planOf(visible), (id) => heights.get(id) ?? 0).then(
      (layout) => {
        if (!isOver) setDrawn({ visible, lists, heights, layout });
      },
      (failure: unknown) => {
        if (!isOver) setError(failure);
      },
    );
    return () => {
      isOver = true;
    };
  }, [visible, lists, round]);
  return { drawn, error, again: useCallback(() => setRound((now) => now + 1), []) };
}
