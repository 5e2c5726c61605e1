import { allUnfolded, openedIn, pinned, toggled, unfolded, viewIn } from './address';
import type { SideState } from './visible';

const ID = '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11';
const card = { id: ID, type: 'topic' };
const is = (state: SideState['state'], isByLevel = false): SideState => ({ state, isByLevel });

it('reads what an address expands, collapses and unfolds, and leaves out what cannot be read', () => {
  const cards = {
    open: [`upstream:topic:${ID}`, 'sideways:topic:1', `upstream:topic:${ID}`],
    closed: [`downstream:${ID}`, 'downstream:'],
    unfold: [`downstream:24:${ID}`, 'x'],
    shown: [ID],
  };
  expect(openedIn(cards)).toEqual([{ side: 'upstream', type: 'topic', id: ID }]);
  expect(viewIn(cards)).toEqual({
    levels: 1,
    open: new Set([`upstream ${ID}`]),
    closed: new Set([`downstream ${ID}`]),
    unfolded: new Map([[`downstream ${ID}`, 24]]),
    isUnfolded: false,
    pinned: new Set([ID]),
    path: new Set(),
  });
  expect(viewIn({ hops: 3, unfold: ['all'] })).toMatchObject({ levels: 3, isUnfolded: true });
});

it('expands a side and collapses it again', () => {
  const open = toggled('upstream', card, is('closed'))({});
  expect(open).toEqual({ open: [`upstream:topic:${ID}`], closed: undefined });
  expect(toggled('upstream', card, is('open'))(open)).toEqual({ open: undefined, closed: undefined });
});

it('collapses a side that the levels expand, and expands it again', () => {
  const closed = toggled('downstream', card, is('open', true))({});
  expect(closed).toEqual({ open: undefined, closed: [`downstream:${ID}`] });
  expect(toggled('downstream', card, is('closed', true))(closed)).toEqual({ open: undefined, closed: undefined });
});

it('asks for the neighbours of a side within the levels of which not all are known', () => {
  expect(toggled('downstream', card, is('closed', true))({})).toEqual({
    open: [`downstream:topic:${ID}`],
    closed: undefined,
  });
});

it('unfolds one fan further, all of them, and none', () => {
  const once = unfolded('upstream', ID, 24)({});
  expect(unfolded('upstream', ID, 36)(once)).toEqual({ unfold: [`upstream:36:${ID}`] });
  expect(unfolded('downstream', ID, 36)(once).unfold).toHaveLength(2);
  expect(allUnfolded(true)(once)).toEqual({ unfold: ['all'] });
  expect(allUnfolded(false)(once)).toEqual({ unfold: undefined });
});

it('pins cards once', () => {
  expect(pinned([ID])(pinned([ID, 'other'])({}))).toEqual({ shown: [ID, 'other'] });
});
