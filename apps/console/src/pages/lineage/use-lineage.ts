import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { contractStatesQuery, neighboursQuery, wholeGraphQuery, type ReadGraph } from '../../api/lineage';
import type { LineageCards } from '../../search-parameters';
import type { CardActions } from '../lineage-cards/card-actions';
import { reachedByFailures } from './graph-data';
import type { Shades } from './elements';
import {
  allUnfolded,
  cardChosen,
  columnChosen,
  columnIn,
  listed,
  listOf,
  openedIn,
  revealed,
  toggled,
  unfolded,
  viewIn,
} from '../lineage-view/address';
import { pathOf } from '../lineage-view/column-path';
import { knownOf } from '../lineage-view/known';
import { listsOf } from '../lineage-view/listed-columns';
import { visibleOf, wayTo, type View } from '../lineage-view/visible';

const answersOf = (results: readonly UseQueryResult<ReadGraph>[]) => ({
  graphs: results.map(({ data }) => data),
  failed: results.find(({ error }) => error !== null),
});

/** Requests of the page itself. */
interface PageActions extends CardActions {
  readonly unfoldAll: (isAll: boolean) => void;
  /** Shows a card and chooses it. */
  readonly reveal: (id: string) => void;
  /** Nothing is chosen any more. */
  readonly leave: () => void;
}

const NO_COLUMNS: ReadonlySet<string> = new Set();
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
  const chosen = useMemo(() => columnIn(search.column), [search.column]);
  const whole = useQuery({
    ...wholeGraphQuery(chosen?.type ?? '', chosen?.id ?? ''),
    enabled: chosen !== undefined,
  });
  const known = useMemo(
    () =>
      knownOf(
        base,
        opened.flatMap(({ side, id }, at) => {
          const graph = asked.graphs[at];
          return graph ? [{ side, id, graph }] : [];
        }),
        whole.data ? [whole.data] : [],
      ),
    [base, opened, asked.graphs, whole.data],
  );
  const path = useMemo(
    () => (chosen && whole.data ? pathOf(whole.data.edges, chosen.id, chosen.column) : undefined),
    [chosen, whole.data],
  );
  const { hops, open, closed, unfold, shown, lists: openLists, columns: hasColumns = false, card: chosenCard } = search;
  const view = useMemo((): View => {
    const asIs = viewIn({ hops, open, closed, unfold, shown });
    if (!chosen || !path) return asIs;
    return { ...asIs, pinned: new Set([...asIs.pinned, ...wayTo(known, chosen.id)]), path: path.edges };
  }, [hops, open, closed, unfold, shown, known, chosen, path]);
  const visible = useMemo(() => visibleOf(known, view), [known, view]);
  const lists = useMemo(
    () =>
      listsOf({ nodes: visible.nodes, edges: known.edges }, path?.columns ?? NO_COLUMNS, (id) =>
        listOf(openLists, id, hasColumns),
      ),
    [visible, known, path, openLists, hasColumns],
  );
  const ids = useMemo(() => [...new Set([...base.nodes, ...visible.nodes].map(({ id }) => id))], [base, visible]);
  const { data: states = NO_STATES } = useQuery(contractStatesQuery(ids));
  const lit = useMemo(() => reachedByFailures(known, states), [known, states]);
  const actions = useMemo((): PageActions => {
    const change = (changed: (now: LineageCards) => LineageCards) =>
      void navigate({ search: (now) => ({ ...now, ...changed(now) }) });
    return {
      toggle: (side, card) => change(toggled(side, card, card.sides[side])),
      unfold: ({ side, of }, count) => change(unfolded(side, of, count)),
      list: ({ id }, state) => change(listed(id, state)),
      chooseColumn: (card, column) => change(columnChosen(card, column)),
      choose: ({ id }) => change(cardChosen(id)),
      reveal: (id) => {
        const isShown = visible.nodes.some((card) => card.id === id);
        change(revealed(id, isShown ? [] : wayTo(known, id)));
      },
      leave: () => change((now) => ({ ...now, column: undefined, card: undefined })),
      unfoldAll: (isAll) => change(allUnfolded(isAll)),
    };
  }, [navigate, visible, known]);
  const shades = useMemo(
    (): Shades => ({ states, lit, path, hasColumns, chosenCard }),
    [states, lit, path, hasColumns, chosenCard],
  );
  const card = visible.nodes.find(({ id }) => id === chosenCard);
  return { known, view, visible, lists, shades, chosen, card, whole, actions, failed: asked.failed };
}
