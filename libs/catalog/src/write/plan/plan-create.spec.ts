import { defineEntityType } from '../../definition/build';
import type { CreationPlan } from './plan';
import { BODY, kindOf, label, rightsBy, thing } from './plan.cases';
import { needsPlaceOnly, planCreate } from './plan-create';

const PARENT = { node: '3', id: 's', type: 'shelf', name: 's', fullyQualifiedName: 'the.s', deleted: false, root: '1' };
const LINE = { parent: PARENT, parents: new Map([['shelf', PARENT]]), between: [] };
const received = (more: object = {}) => ({
  body: { ...BODY, charts: undefined, ...more } as Record<string, unknown>,
  excesses: [],
  writeOptions: {},
});
/** The visibility of a restricted writer. */
const RESTRICTED = { types: ['shelf'], closed: [], ruled: [] };
const all = { ...rightsBy(), sight: 'all' as const };

describe('the plan of a create', () => {
  it('is the draft of the entity below its place', async () => {
    const sent = received();
    const made = (await planCreate(thing, LINE, sent)) as CreationPlan;
    expect(made).toMatchObject({ kind: 'creation', draft: { fqn: 'the.s.t', parent: { node: '3' } } });
    expect(made.draft.attributes.columns).toMatchObject([
      { name: 'x', fullyQualifiedName: 'the.s.t.x', tags: [] },
      { name: 'y', children: [{ fullyQualifiedName: 'the.s.t.y.z' }] },
    ]);
    // The same body may be planned again.
    expect(sent.body.columns).toEqual(BODY.columns);
  });

  it('is refused for a constraint on no column, and of structure for one on another table', async () => {
    const table = defineEntityType({
      ...thing,
      type: 'sheet',
      attributes: { ...thing.attributes, tableConstraints: thing.attributes.size! },
    });
    const constrained = (constraint: object) =>
      planCreate(table, LINE, received({ tableConstraints: [{ constraintType: 'UNIQUE', ...constraint }] }));
    expect(kindOf(await constrained({ columns: ['x'] }))).toBe('creation');
    expect(kindOf(await constrained({ columns: ['none'] }))).toBe('BAD_REQUEST');
    expect(kindOf(await constrained({ columns: ['x'], referredColumns: ['a.b.c.d.e'] }))).toBe('structure');
  });
});

describe('a create needs its place only', () => {
  const needs = (more: object = {}, rights: typeof all = all, behaviour: object = {}) =>
    needsPlaceOnly(thing, received(more), rights, behaviour);

  it('where it names nothing else', () => {
    expect(needs()).toBe(true);
    expect(needs({ charts: [], owners: [] })).toBe(true);
    expect(needs({ charts: ['the.c2'] })).toBe(false);
    expect(needs({ tags: [label('Tier.One')] })).toBe(false);
    expect(needs({ columns: [{ name: 'x', dataType: 'INT', tags: [label('Tier.One')] }] })).toBe(false);
    expect(needs({ extension: {} })).toBe(false);
  });

  it('where the behaviour of the type has nothing to do', () => {
    for (const part of ['prepare', 'written', 'received'])
      expect([part, needs({}, all, { [part]: () => undefined })]).toEqual([part, false]);
    expect(needs({}, all, { unshown: () => [] })).toBe(true);
  });

  it('where the rights of the actor rest on no owner', () => {
    const may = (...rules: Parameters<typeof rightsBy>) => needs({}, { ...rightsBy(...rules), sight: 'all' });
    expect(may({}, { operations: ['Create', 'EditAll'] })).toBe(true);
    expect(may({}, { operations: ['Create'] })).toBe(false);
    expect(may({}, { operations: ['EditAll'] })).toBe(false);
    expect(may({}, { operations: ['Create', 'EditAll'], condition: 'isOwner()' })).toBe(false);
    expect(needs({}, { ...all, sight: RESTRICTED } as never)).toBe(false);
  });
});
