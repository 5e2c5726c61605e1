import { isDeepStrictEqual } from 'node:util';
import type { Attainment, Burn } from '../attainment/attainment';
import type { BurnAlert, NotifiedBudget, NotifiedBudgets } from '../document/objective';

/** Facts about the error budget of an objective. */
export interface BudgetState {
  readonly attainment: Attainment;
  /** Whether one of its alerts says that the budget is used up too fast. */
  readonly isBurning: boolean;
  /** Whether nothing of the budget of its window is left. */
  readonly isExhausted: boolean;
}

/** A change of the budget of an objective of which people are notified once. */
export type BudgetTransition = { readonly attainment: Attainment } & (
  { readonly kind: 'burning'; readonly burn: Burn } | { readonly kind: 'exhausted'; readonly exhaustedAt: number }
);

export interface BudgetTransitions {
  readonly turns: readonly BudgetTransition[];
  /** State once people are notified of these; absent where nothing changes. */
  readonly told?: NotifiedBudgets;
}

/** Identity of an alert within its objective. */
export const alertKey = ({ long, short, factor }: BurnAlert): string => `${long} ${short} ${factor}`;

export function budgetState(attainment: Attainment): BudgetState {
  const { burn, exhaustedAt, to } = attainment;
  return {
    attainment,
    isBurning: burn.some(({ burning }) => burning),
    // A forecast is never before the moment of the look.
    isExhausted: exhaustedAt !== undefined && exhaustedAt < to,
  };
}

/**
 * Finds what people are to be notified of. An alert that burns is reported once, and again when it had stopped; a budget that is used up,
 * unless that was reported within the window of the look: once in a month of the calendar, and once in any rolling window.
 */
export function budgetTransitions(budgets: readonly BudgetState[], before: NotifiedBudgets): BudgetTransitions {
  const looks = budgets.map((budget) => look(budget, before[budget.attainment.name] ?? {}));
  const told = Object.fromEntries(
    looks.flatMap(({ told: one }, at) => (Object.keys(one).length > 0 ? [[budgets[at]!.attainment.name, one]] : [])),
  );
  const turns = looks.flatMap((one) => one.turns);
  return { turns, ...(!isDeepStrictEqual(told, before) && { told }) };
}

function look(
  { attainment, isExhausted }: BudgetState,
  before: NotifiedBudget,
): { readonly turns: BudgetTransition[]; readonly told: NotifiedBudget } {
  const { from, to, exhaustedAt } = attainment;
  const burning = attainment.burn.filter((burn) => burn.burning);
  const toldExhausted = before.exhausted !== undefined && before.exhausted >= from ? before.exhausted : undefined;
  const isNew = isExhausted && toldExhausted === undefined;
  const exhausted = isNew ? to : toldExhausted;
  return {
    turns: [
      ...burning
        .filter((burn) => !before.burning?.includes(alertKey(burn)))
        .map((burn) => ({ attainment, kind: 'burning' as const, burn })),
      ...(isNew ? [{ attainment, kind: 'exhausted' as const, exhaustedAt: exhaustedAt! }] : []),
    ],
    told: {
      ...(burning.length > 0 && { burning: burning.map(alertKey) }),
      ...(exhausted !== undefined && { exhausted }),
    },
  };
}
