import type { Side } from '../../api/lineage';
import { FIRST_HOPS, type LineageCards } from '../../search-parameters';
import { sideOf } from './known';
import type { SideState, View } from './visible';

const ID = '[0-9a-f-]{36}';
const OPEN = new RegExp(`^(upstream|downstream):([A-Za-z]+):(${ID})$`);
const CLOSED = new RegExp(`^(upstream|downstream):(${ID})$`);
const UNFOLD = new RegExp(`^(upstream|downstream):(\\d{1,4}):(${ID})$`);
const COLUMN = new RegExp(`^([A-Za-z]+):(${ID}):(.+)$`, 's');
/** In the place of a fan, or before the asset of a list: all of it. */
const ALL = 'all';

/** A side that the address expands, with what its neighbours are asked by. */
export interface Opened {
  readonly side: Side;
  readonly type: string;
  readonly id: string;
}

type Address = LineageCards & { readonly hops?: number | undefined };

/** View that an address asks for; parts of it that cannot be read are left out. */
export function viewIn({ hops = FIRST_HOPS, ...cards }: Address): View {
  return {
    levels: hops,
    open: new Set(openedIn(cards).map(({ side, id }) => sideOf(side, id))),
    closed: new Set(read(cards.closed, CLOSED).map(([side, id]) => sideOf(side as Side, id as string))),
    unfolded: new Map(
      read(cards.unfold, UNFOLD).map(([side, count, id]) => [sideOf(side as Side, id as string), Number(count)]),
    ),
    isUnfolded: cards.unfold?.includes(ALL) ?? false,
    pinned: new Set(cards.shown),
    path: new Set(),
  };
}

export function openedIn({ open }: LineageCards): readonly Opened[] {
  const found = read(open, OPEN).map(([side, type, id]) => ({ side, type, id }) as Opened);
  return [...new Map(found.map((one) => [sideOf(one.side, one.id), one])).values()];
}

/** A column that the address has chosen: its FQN, and the asset that has it. */
export interface ChosenColumn {
  readonly type: string;
  readonly id: string;
  readonly column: string;
}

export function columnIn(column: string | undefined): ChosenColumn | undefined {
  const [[type = '', id = '', name = ''] = []] = read(column === undefined ? [] : [column], COLUMN);
  return name === '' ? undefined : { type, id, column: name };
}

/** How much of the columns of an asset is listed. */
export type ListState = 'none' | 'first' | 'all';

export function listOf(lists: readonly string[] | undefined, id: string, isOpen: boolean): ListState {
  if (lists?.includes(`${ALL}:${id}`)) return 'all';
  return isOpen || lists?.includes(id) ? 'first' : 'none';
}

function read(texts: readonly string[] | undefined, form: RegExp): string[][] {
  return (texts ?? []).flatMap((text) => {
    const [, ...parts] = form.exec(text) ?? [];
    return parts.length > 0 ? [parts] : [];
  });
}

type Changed = (now: LineageCards) => LineageCards;
type CardName = { readonly id: string; readonly type?: string | undefined };

/** Expands a side that is closed, or collapses one that is open. */
export const toggled =
  (side: Side, { id, type = 'table' }: CardName, { state, isByLevel }: SideState): Changed =>
  (now) => {
    const [open, closed] = [`${side}:${type}:${id}`, `${side}:${id}`];
    if (state === 'open')
      return {
        ...now,
        open: without(now.open, open),
        closed: isByLevel ? withOne(now.closed, closed) : without(now.closed, closed),
      };
    const isEnough = isByLevel && now.closed?.includes(closed);
    return { ...now, open: isEnough ? now.open : withOne(now.open, open), closed: without(now.closed, closed) };
  };

/** Shows so many cards of a fan. */
export const unfolded =
  (side: Side, id: string, count: number): Changed =>
  (now) => ({
    ...now,
    unfold: [...(now.unfold ?? []).filter((one) => !isOf(one, side, id)), `${side}:${count}:${id}`],
  });

const isOf = (one: string, side: Side, id: string): boolean => one.startsWith(`${side}:`) && one.endsWith(`:${id}`);

/** Shows all cards of all fans, or folds all of them. */
export const allUnfolded =
  (isAll: boolean): Changed =>
  (now) => ({ ...now, unfold: isAll ? [ALL] : undefined });

/** Chooses a column, or no more the one that is chosen. */
export const columnChosen =
  ({ id, type = 'table' }: CardName, column: string): Changed =>
  (now) => {
    const chosen = `${type}:${id}:${column}`;
    return { ...now, column: now.column === chosen ? undefined : chosen, card: undefined };
  };

/** Chooses a card, or no more the one that is chosen. */
export const cardChosen =
  (id: string | undefined): Changed =>
  (now) => ({ ...now, card: now.card === id ? undefined : id, column: undefined });

/** Shows a card that the search has found, by the cards that lead to it. */
export const revealed =
  (id: string, way: readonly string[]): Changed =>
  (now) => ({ ...pinned(way)(now), card: id, column: undefined });

/** Lists the columns of an asset, all of them, or none. */
export const listed =
  (id: string, state: ListState): Changed =>
  (now) => {
    const others = without(without(now.lists, id), `${ALL}:${id}`);
    return { ...now, lists: state === 'none' ? others : [...(others ?? []), state === 'all' ? `${ALL}:${id}` : id] };
  };

/** Shows cards in whatever fan they are. */
export const pinned =
  (ids: readonly string[]): Changed =>
  (now) => ({ ...now, shown: [...new Set([...(now.shown ?? []), ...ids])] });

const without = (list: readonly string[] | undefined, one: string): string[] | undefined => {
  const left = (list ?? []).filter((other) => other !== one);
  return left.length > 0 ? left : undefined;
};

const withOne = (list: readonly string[] | undefined, one: string): string[] => [...(without(list, one) ?? []), one];
