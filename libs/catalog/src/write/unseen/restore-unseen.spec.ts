import fc from 'fast-check';
import { nameKey } from '../../visibility/mentions';
import { withoutHidden, type Positions } from '../../visibility/without-hidden';
import type { Origins } from './match-items';
import { copyWithOrigins, restoreUnseen } from './restore-unseen';

const HIDDEN = ['11111111-1111-4111-8111-111111111111', '11111111-1111-4111-8111-222222222222'];
const SEEN = ['22222222-2222-4222-8222-111111111111', '22222222-2222-4222-8222-222222222222'];
const [h, h2] = HIDDEN.map((id, i) => ({ id, type: 'user', name: `hidden${i}` }));
const [s, s2] = SEEN.map((id, i) => ({ id, type: 'user', name: `seen${i}` }));
const secret = { tagFQN: 'PII.secret', source: 'Classification' };
const open = { tagFQN: 'PII.open', source: 'Classification' };
const far = 's.d.p.hid.id';

function sight(stored: unknown): { shown: unknown; positions: Positions } {
  const positions: Positions = new WeakMap<readonly unknown[], readonly number[]>();
  const names = ['tag PII.secret', 'table s.d.p.hid'];
  const shown = withoutHidden(
    stored,
    {
      hasId: (id) => HIDDEN.includes(id),
      hasName: (...named) => named.some((one) => names.includes(nameKey(one))),
      count: () => undefined,
    },
    positions,
  );
  return { shown, positions };
}

/** The value that is stored after the writer has changed what it is shown: by a new body, without any trace of what it was made from. */
function afterBody(stored: unknown, change: (shown: never) => unknown): unknown {
  const { shown, positions } = sight(stored);
  return restoreUnseen(stored, shown, change(structuredClone(shown) as never), { positions });
}

/** `afterBody`, where the document itself is changed. */
function afterPatch(stored: unknown, change: (shown: never) => void): unknown {
  const { shown, positions } = sight(stored);
  const origins: Origins = new WeakMap<object, object>();
  const copy = copyWithOrigins(shown, origins);
  change(copy as never);
  return restoreUnseen(stored, shown, copy, { positions, origins });
}

const foreign = (column: string, referredColumns: string[]) => ({
  constraintType: 'FOREIGN_KEY',
  columns: [column],
  referredColumns,
});

describe('restoreUnseen', () => {
  it.each<[string, unknown, unknown, unknown]>([
    ['a text in a list', { referredColumns: [far] }, { referredColumns: [] }, { referredColumns: [far] }],
    ['a list that is left out, since it is shown empty', { upstream: [far] }, {}, { upstream: [far] }],
    ['a list whose visible items are taken away', { upstream: [far, 'b'] }, {}, { upstream: [far] }],
    ['a member of an object that stays', { a: { at: 1, by: h } }, { a: { at: 2 } }, { a: { at: 2, by: h } }],
    ['an object of which nothing is shown', { a: { by: h } }, {}, { a: { by: h } }],
    ['a single reference', { dashboard: h }, { x: 1 }, { dashboard: h, x: 1 }],
    ['a null where nothing is shown', { by: h }, { by: null }, { by: h }],
    ['an item behind the one before it', { r: [s, h, s2] }, { r: [s2, s] }, { r: [s2, s, h] }],
    ['an item whose neighbour is gone', { r: [s, s2, h] }, { r: [s] }, { r: [s, h] }],
    ['an item in front of all', { r: [h, s] }, { r: [s, s2] }, { r: [h, s, s2] }],
    ['items of names alone', { r: [s, h] }, { r: ['seen1', SEEN[0]] }, { r: ['seen1', SEEN[0], h] }],
    [
      'labels of parts that change places',
      {
        schema: [
          { name: 'a', tags: [secret] },
          { name: 'b', tags: [open] },
        ],
      },
      { schema: [{ name: 'b' }, { name: 'a', description: 'x' }] },
      { schema: [{ name: 'b' }, { name: 'a', description: 'x', tags: [secret] }] },
    ],
    [
      'what is in an item without a name, of which something else changes',
      { tableConstraints: [foreign('a', []), foreign('b', [far])] },
      { tableConstraints: [foreign('b', []), { ...foreign('a', []), relationshipType: 'x' }] },
      { tableConstraints: [foreign('b', [far]), { ...foreign('a', []), relationshipType: 'x' }] },
    ],
    [
      'what is in an item without a name that changes itself',
      { tableConstraints: [foreign('a', [far])] },
      { tableConstraints: [{ constraintType: 'FOREIGN_KEY', columns: ['b'] }] },
      { tableConstraints: [foreign('b', [far])] },
    ],
    ['what is in lists of lists', { rows: [['a', { by: h }], ['b']] }, { rows: [['b'], ['a', {}]] }, undefined],
  ])('keeps %s', (_, stored, sent, expected) => {
    const result = afterBody(stored, () => sent);
    expect(result).toEqual(expected ?? { rows: [['b'], ['a', { by: h }]] });
  });

  it.each<[string, unknown, unknown]>([
    ['an object with what was not shown of it', { a: { at: 1, by: h }, b: 1 }, { b: 1 }],
    ['an item with what was not shown of it', { r: [{ name: 'a', by: h }, { name: 'b' }] }, { r: [{ name: 'b' }] }],
    ['a list of such items', { r: [{ name: 'a', by: h }] }, {}],
    [
      'an item, beside one with the same members',
      { r: [foreign('a', [far]), foreign('b', [])] },
      { r: [foreign('b', [])] },
    ],
    ['an object for a text', { a: { at: 1, by: h } }, { a: 'x' }],
    ['a list for a text', { a: [h, 'b'] }, { a: 'x' }],
    ['a reference that is not shown for another one', { a: { by: h } }, { a: { by: s } }],
    ['a part for one of another name', { r: [{ name: 'a', by: h }] }, { r: [{ name: 'b' }] }],
    ['an entity for another one of its name', { r: [{ ...s, by: h }] }, { r: [{ ...s2, name: 'seen0' }] }],
  ])('lets the writer take away or replace %s', (_, stored, sent) => {
    expect(afterBody(stored, () => sent)).toEqual(sent);
  });

  it('adds nothing for what is named though it is not shown', () => {
    const stored = { r: [h, s], tags: [secret], referredColumns: [far], by: { ...h, since: 1 } };
    const sent = { r: [s, { id: h?.id }], tags: [{ tagFQN: 'PII.secret' }], referredColumns: [far, far], by: h };
    expect(afterBody(stored, () => sent)).toEqual(stored);
  });

  it('knows what a patch changed by what it was', () => {
    const stored = {
      columns: [
        { name: 'a', tags: [secret] },
        { name: 'b', tags: [open, secret] },
      ],
    };
    const renamed = afterPatch(stored, ({ columns }: { columns: { name: string }[] }) => {
      columns.reverse();
      columns.forEach((column) => (column.name += '2'));
    });
    expect(renamed).toEqual({
      columns: [
        { name: 'b2', tags: [open, secret] },
        { name: 'a2', tags: [secret] },
      ],
    });
  });

  describe('for any document', () => {
    const text = fc.constantFrom('a', 'b', 'c', far, 's.d.p.seen.id', ...HIDDEN, ...SEEN);
    const reference = fc.constantFrom(h, h2, s, s2, secret, open);
    const { value } = fc.letrec<{ value: unknown; list: unknown[]; object: object }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        text,
        fc.integer(),
        reference,
        tie('object'),
        tie('list'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(fc.constantFrom('name', 'by', 'of', 'referredColumns', 'tags', 'at'), tie('value'), {
        maxKeys: 4,
      }),
    }));
    const members = fc.dictionary(fc.constantFrom('x', 'columns', 'owners', 'extension'), value);

    it('what is sent as it was shown stays as it is stored', () => {
      fc.assert(
        fc.property(members, (stored) => {
          expect(afterBody(stored, (shown) => shown)).toEqual(stored);
          expect(afterPatch(stored, () => undefined)).toEqual(stored);
        }),
      );
    });

    it('what the writer sees of the result is what it sent, but for what it named without seeing it', () => {
      fc.assert(
        fc.property(members, members, (stored, other) => {
          const sent = withoutEmpty(sight(other).shown);
          const result = afterBody(stored, () => structuredClone(sent));
          expect(withoutEmpty(sight(result).shown)).toEqual(sent);
        }),
      );
    });

    it('items that are not shown survive whatever is done to those beside them', () => {
      const unseen = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 4 });
      fc.assert(
        fc.property(unseen, fc.array(fc.integer()), fc.array(fc.integer()), (places, before, after) => {
          const upstream: unknown[] = [...before];
          places.forEach((at, i) => upstream.splice(at, 0, `s.d.p.hid.c${i}`));
          const hidden = upstream.filter((one) => typeof one === 'string');
          const result = afterBody({ upstream }, () => ({ upstream: after })) as { upstream: unknown[] };
          expect(result.upstream.filter((one) => typeof one === 'string')).toEqual(hidden);
          expect(result.upstream.filter((one) => typeof one === 'number')).toEqual(after);
        }),
      );
    });
  });
});

/** Without members that are empty, since these may be left out, and without what was emptied in a list. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
