import { createContext, use } from 'react';
import type { Side } from '../../api/lineage';
import type { Card, Fold } from '../lineage-view/visible';

/** Requests of cards to the page. */
export interface CardActions {
  /** Expands or collapses a side. */
  readonly toggle: (side: Side, card: Card) => void;
  /** Shows so many cards of a fan. */
  readonly unfold: (fold: Fold, count: number) => void;
}

/** Cards are made by React Flow, which hands them nothing but their data. */
export const CardActionsContext = createContext<CardActions | undefined>(undefined);

/** @throws outside of a graph */
export function useCardActions(): CardActions {
  const actions = use(CardActionsContext);
  if (!actions) throw new Error('A card stands in a graph');
  return actions;
}
