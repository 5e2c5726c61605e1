import { withTodaysNames } from './todays-names';

const MOVED = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const BEFORE = 's.d.kept.t';

const renamed = (document: object, today = 's.d.seen.t'): unknown =>
  withTodaysNames(document, new Map([[MOVED, today]]));

describe('withTodaysNames', () => {
  it.each<[string, object, object]>([
    ['an entity', { id: MOVED, fullyQualifiedName: BEFORE }, { id: MOVED, fullyQualifiedName: 's.d.seen.t' }],
    [
      'its parts',
      { id: MOVED, fullyQualifiedName: BEFORE, columns: [{ fullyQualifiedName: `${BEFORE}.a` }] },
      { id: MOVED, fullyQualifiedName: 's.d.seen.t', columns: [{ fullyQualifiedName: 's.d.seen.t.a' }] },
    ],
    [
      'the entity of an event',
      { entityId: MOVED, entityFullyQualifiedName: BEFORE },
      { entityId: MOVED, entityFullyQualifiedName: 's.d.seen.t' },
    ],
    [
      'a link to what it belongs to',
      { id: MOVED, fullyQualifiedName: `${BEFORE}.a.rows`, entityLink: `<#E::table::${BEFORE}::columns::a>` },
      { id: MOVED, fullyQualifiedName: 's.d.seen.t.a.rows', entityLink: '<#E::table::s.d.seen.t::columns::a>' },
    ],
  ])('calls %s as today', (_, document, expected) => {
    const last = (document as { fullyQualifiedName?: string }).fullyQualifiedName?.endsWith('.rows') ? '.a.rows' : '';
    expect(renamed(document, `s.d.seen.t${last}`)).toEqual(expected);
  });

  it('leaves the former names of parts out of changes, and keeps those of others', () => {
    const reference = { id: OTHER, fullyQualifiedName: 's.d.other' };
    const change = (part: object): object => ({
      id: MOVED,
      fullyQualifiedName: 's.d.seen.t',
      changeDescription: { fieldsDeleted: [{ name: 'columns', oldValue: [part, reference] }] },
    });
    const inside = { name: 'b', fullyQualifiedName: 's.d.seen.t.b' };
    expect(renamed(change({ name: 'a', fullyQualifiedName: `${BEFORE}.a` }))).toEqual(change({ name: 'a' }));
    expect(renamed(change(inside))).toEqual(change(inside));
  });

  it('returns the document itself where all are called as today', () => {
    const document = {
      id: MOVED,
      fullyQualifiedName: 's.d.seen.t',
      extension: { fullyQualifiedName: BEFORE },
      owners: [{ id: OTHER, fullyQualifiedName: `${BEFORE}.a` }],
    };
    expect(renamed(document)).toBe(document);
  });
});
