import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { contractStatesQuery, neighboursQuery, type ReadGraph } from '../../api/lineage';
import type { LineageCards } from '../../search-parameters';
import type { CardActions } from '../lineage-cards/card-actions';
import { reachedByFailures } from './graph-data';
import { allUnfolded, openedIn, toggled, unfolded, viewIn } from '../lineage-view/address';
import { knownOf } from '../lineage-view/known';
import { visibleOf } from '../lineage-view/visible';

const answersOf = (results: readonly UseQueryResult<ReadGraph>[]) => ({
  graphs: results.map(({ data }) => data),
  failed: results.find(({ error }) => error !== null),
});

const NO_STATES: ReadonlyMap<string, string> = new Map();

/** Lineage as the address shows it, and the ways to change that: each change is a step that the browser goes back from. */
export function useLineage(base: ReadGraph) {
  const search = useSearch({ from: '/inside/lineage' });
  const navigate = useNavigate({ from: '/lineage' });
  const opened = useMemo(() => openedIn({ open: search.open }), [search.open]);
  const asked = useQueries({
    queries: opened.map(({ side, type, id }) => neighboursQuery(side, type, id)),
    combine: answersOf,
  });
  const known = useMemo(
    () =>
      knownOf(
        base,
        opened.flatMap(({ side, id }, at) => {
          const graph = asked.graphs[at];
          return graph ? [{ side, id, graph }] : [];
        }),
      ),
    [base, opened, asked.graphs],
  );
  const view = useMemo(() => viewIn(search), [search]);
  const visible = useMemo(() => visibleOf(known, view), [known, view]);
  const ids = useMemo(() => [...known.nodes.keys()], [known]);
  const { data: states = NO_STATES } = useQuery(contractStatesQuery(ids));
  const lit = useMemo(() => reachedByFailures(known, states), [known, states]);
  const actions = useMemo((): CardActions & { unfoldAll: (isAll: boolean) => void } => {
    const change = (changed: (now: LineageCards) => LineageCards) =>
      void navigate({ search: (now) => ({ ...now, ...changed(now) }) });
    return {
      toggle: (side, card) => change(toggled(side, card, card.sides[side])),
      unfold: ({ side, of }, count) => change(unfolded(side, of, count)),
      unfoldAll: (isAll) => change(allUnfolded(isAll)),
    };
  }, [navigate]);
  return { known, view, visible, states, lit, actions, failed: asked.failed };
}
