import { createContext, use } from 'react';
import type { Side } from '../../api/lineage';
import type { ListState } from '../lineage-view/address';
import type { Card, Fold } from '../lineage-view/visible';

/** Requests of cards to the page. */
export interface CardActions {
  readonly toggle: (side: Side, card: Card) => void;
  readonly unfold: (fold: Fold, count: number) => void;
  readonly list: (card: Card, state: ListState) => void;
  readonly chooseColumn: (card: Card, column: string) => void;
  /** Shows what a card is beside the graph. */
  readonly choose: (card: Card) => void;
}

export const CardActionsContext = createContext<CardActions | undefined>(undefined);

export function useCardActions(): CardActions {
  const actions = use(CardActionsContext);
  if (!actions) throw new Error('A card stands in a graph');
  return actions;
}
