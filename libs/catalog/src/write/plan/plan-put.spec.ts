import type { EntityDocument } from '../../definition/entity-document';
import type { AttributesPlan, Surroundings } from './plan';
import { ALONE, BODY, CHART, column, idOf, kindOf, ref, rightsBy, STORED, storedThing, thing } from './plan.cases';
import { digestOf, planPut } from './plan-put';

interface Case {
  readonly stored?: object;
  readonly precondition?: readonly number[];
  readonly rights?: ReturnType<typeof rightsBy>;
  readonly surroundings?: Surroundings;
  /** Whether the entity is known to be left by the body. */
  readonly isLeft?: boolean;
}

function entityWith(stored?: object) {
  const { locked: row, current } = storedThing(stored);
  return { row, json: JSON.stringify(current) };
}

async function plan(
  body: object,
  { stored, precondition, rights = rightsBy(), surroundings = ALONE, isLeft = false }: Case = {},
) {
  const sent = JSON.parse(JSON.stringify({ ...BODY, ...body })) as EntityDocument;
  const received = { body: sent, excesses: [], writeOptions: {} };
  const digest = digestOf(received);
  const entity = { ...entityWith(stored), leftBy: isLeft ? digest : 'another body' };
  return planPut(thing, entity, { received, precondition, digest }, { ...rights, unseen: {} }, surroundings);
}

describe('the plan of a PUT', () => {
  it.each<[string, object, object]>([
    ['what was sent before', {}, {}],
    ['labels that are there', { tags: [{ tagFQN: 'Tier.One' }] }, {}],
    ['no labels', { tags: [] }, {}],
    [
      'labels of parts',
      { columns: [{ name: 'x', dataType: 'INT', tags: [{ tagFQN: 'PII.None' }] }, BODY.columns[1]] },
      {},
    ],
    ['empty lists for what is not there', { notes: [], columns: [] }, { notes: undefined, columns: [] }],
    ['references by id', { shelf: { id: idOf('s'), type: 'shelf' } }, {}],
    ['references by type and name', { shelf: { type: 'shelf', fullyQualifiedName: 'the.s' } }, {}],
    ['what the other end keeps', {}, { shownBy: undefined }],
    ['a deleted reference that is held', {}, { charts: [ref('c1', 'chart', { deleted: true }), ref('c2', 'chart')] }],
    ['an extension that is not named', {}, { extension: { own: 1 } }],
    ['the same extension', { extension: { own: [1] } }, { extension: { own: [1] } }],
    ['an owner by the name of a user', { owners: ['the.o'] }, { owners: [ref('o', 'user')] }],
  ])('is none for %s', async (_, body, stored) => {
    expect(kindOf(await plan(body, { stored }))).toBe('none');
  });

  it.each<[string, object, object, readonly string[]]>([
    ['a text that differs', { displayName: 'T ' }, {}, ['displayName']],
    ['what is no longer named', { kind: undefined }, {}, ['kind']],
    ['what is named now', {}, { displayName: undefined }, ['displayName']],
    ['a list in another order', { notes: ['b', 'a'] }, {}, ['notes']],
    ['something deep', { size: { wide: 1, deep: { high: [3] } } }, {}, ['size']],
    ['a label in another state', { tags: [{ tagFQN: 'Tier.One', state: 'Suggested' }] }, {}, ['tags']],
    ['parts in another order', { columns: [BODY.columns[1], BODY.columns[0]] }, {}, []],
    [
      'a part with something more',
      { columns: [{ name: 'x', dataType: 'INT', description: 'X' }, BODY.columns[1]] },
      {},
      ['columns.x.description'],
    ],
    [
      'a part with something less',
      {},
      { columns: [column('x', { description: 'X' }), STORED.columns[1]] },
      ['columns.x.description'],
    ],
    ['another kind around the fields', { schema: { kind: 'json', fields: [{ name: 'f', dataType: 'INT' }] } }, {}, []],
  ])('is a change of attributes for %s', async (_, body, stored, names) => {
    const made = await plan(body, { stored });
    expect(kindOf(made)).toBe('attributes');
    const { update } = made as AttributesPlan;
    expect(update).toMatchObject({ version: 4, changedRelations: [], locked: { node: '7' } });
    const { fieldsAdded, fieldsUpdated, fieldsDeleted } = update.draft.attributes.changeDescription as Record<
      string,
      { name: string }[]
    >;
    const found = [fieldsAdded, fieldsUpdated, fieldsDeleted].flat().map((change) => change?.name);
    expect(found).toEqual(expect.arrayContaining([...names]));
  });

  it.each<[string, object]>([
    ['a part less', { columns: [BODY.columns[0]] }],
    ['a part of another type', { columns: [{ name: 'x', dataType: 'TEXT' }, BODY.columns[1]] }],
    ['a part without its children', { columns: [BODY.columns[0], { name: 'y', dataType: 'INT' }] }],
    ['no fields', { schema: { kind: 'avro' } }],
  ])('is a breaking change of attributes for %s', async (_, body) => {
    // The rows of its labels stay: those of the entity itself have them as well.
    expect(await plan(body)).toMatchObject({ kind: 'attributes', update: { version: 13 } });
  });

  it.each<[string, object, object]>([
    ['another name', { name: 'T' }, {}],
    ['a new label', { tags: [{ tagFQN: 'PII.Sensitive' }] }, {}],
    ['a label of the same name of a glossary', { tags: [{ tagFQN: 'Tier.One', source: 'Glossary' }] }, {}],
    [
      'a new label of a part',
      { columns: [{ name: 'x', dataType: 'INT', tags: [{ tagFQN: 'Tier.One' }] }, BODY.columns[1]] },
      {},
    ],
    ['labels that go with their part', { columns: [BODY.columns[1]] }, { tags: [] }],
    ['another parent', { shelf: 'the.other' }, {}],
    ['a parent that is deleted', {}, { shelf: ref('s', 'shelf', { deleted: true }) }],
    ['no parent', { shelf: undefined }, {}],
    ['references in another order', { charts: ['the.c2', CHART] }, {}],
    ['a reference less', { charts: [CHART] }, {}],
    ['references that are no longer named', { charts: undefined }, {}],
    ['an owner that was inherited only', { owners: [{ id: idOf('o'), type: 'team' }] }, {}],
    ['an owner by a name that a user may have as well', { owners: ['the.o'] }, { owners: [ref('o', 'team')] }],
    ['owners that are emptied', { owners: [] }, { owners: [ref('o', 'team')] }],
    ['another extension', { extension: { own: [2] } }, { extension: { own: [1] } }],
  ])('is of structure for %s', async (_, body, stored) => {
    expect(kindOf(await plan(body, { stored }))).toBe('structure');
  });

  it('is of structure where rows of a behaviour, or somebody who watches, belong to the change', async () => {
    const around: [string, Surroundings][] = [
      ['written', { ...ALONE, behaviour: { written: () => Promise.resolve() } }],
      ['unshown', { ...ALONE, behaviour: { unshown: () => ['secret'] } }],
      ['watched', { ...ALONE, concerns: () => true }],
    ];
    for (const [name, surroundings] of around)
      expect([name, kindOf(await plan({ displayName: 'other' }, { surroundings }))]).toEqual([name, 'structure']);
    const [[, written], [, unshown], [, watched]] = around as [
      (typeof around)[0],
      (typeof around)[0],
      (typeof around)[0],
    ];
    expect(kindOf(await plan({}, { surroundings: written }))).toBe('none');
    expect(kindOf(await plan({}, { surroundings: watched }))).toBe('none');
    expect(kindOf(await plan({}, { surroundings: unshown }))).toBe('structure');
  });

  it('asks the behaviour whether the change is breaking', async () => {
    const surroundings = { ...ALONE, behaviour: { isBreaking: () => true } };
    expect(await plan({ displayName: 'other' }, { surroundings })).toMatchObject({ update: { version: 13 } });
  });

  it('refuses in one order: the right to write in some way, the version, the right to what changes', async () => {
    const reader = rightsBy({});
    const writer = rightsBy({}, { operations: ['EditDescription'] });
    const change = { displayName: 'other' };
    const code = async (...given: Parameters<typeof plan>): Promise<string> => kindOf(await plan(...given));
    expect(await code({}, { rights: reader, precondition: [0.7] })).toBe('FORBIDDEN');
    expect(await code(change, { rights: writer, precondition: [0.7] })).toBe('PRECONDITION_FAILED');
    expect(await code(change, { rights: writer })).toBe('FORBIDDEN');
    expect(await code({}, { rights: writer })).toBe('none');
    expect(await code({ description: 'other' }, { rights: writer, precondition: [0.3] })).toBe('attributes');
  });

  it('leaves to the locks what is hidden, and a place that the writer may not view', async () => {
    expect(kindOf(await plan({}, { rights: { ...rightsBy(), isHidden: true } }))).toBe('structure');
    const blind = rightsBy(
      { operations: ['All'] },
      { effect: 'deny', operations: ['ViewBasic'], resources: ['shelf'] },
    );
    expect(kindOf(await plan({}, { rights: blind }))).toBe('structure');
  });

  it('is none for a body that is known to leave the entity, for whoever may write it and views its place', async () => {
    // The document is not looked at.
    const known = { isLeft: true, stored: { displayName: 'otherwise' } };
    expect(kindOf(await plan({}, known))).toBe('none');
    expect(kindOf(await plan({}, { ...known, precondition: [0.7] }))).toBe('PRECONDITION_FAILED');
    expect(kindOf(await plan({}, { ...known, rights: rightsBy({}) }))).toBe('FORBIDDEN');
    expect(kindOf(await plan({}, { ...known, rights: { ...rightsBy(), isHidden: true } }))).toBe('structure');
    expect(digestOf({ body: {}, excesses: [], writeOptions: {}, unstored: 'secret' })).toBeUndefined();
  });

  it('keeps the rights of an owner to what it owns', async () => {
    const owner = rightsBy({}, { operations: ['EditAll'], condition: 'isOwner()' });
    expect(kindOf(await plan({ displayName: 'other' }, { rights: owner }))).toBe('FORBIDDEN');
    const owning = { ...owner, object: { id: 'own', ownerIds: ['w'] } };
    expect(kindOf(await plan({ displayName: 'other' }, { rights: owning }))).toBe('attributes');
  });

  it('keeps what the writer does not see', async () => {
    const { current } = storedThing({ owners: undefined });
    const charts = [ref('c2', 'chart')];
    const positions = new WeakMap<readonly unknown[], readonly number[]>([[charts, [1]]]);
    const sight = { entityType: thing, stored: current, shown: { ...current, charts }, positions };
    const planned = async (body: object) => {
      const received = { body: { ...BODY, charts: ['the.c2'], ...body }, excesses: [], writeOptions: {} };
      const rights = { ...rightsBy(), unseen: { sight } };
      return kindOf(
        await planPut(thing, entityWith({ owners: undefined }), { received, precondition: undefined }, rights, ALONE),
      );
    };
    // The hidden chart stands behind the one that was sent: the order is another one.
    expect(await planned({})).toBe('structure');
    expect(await planned({ charts: [{ id: idOf('c2') }] })).toBe('none');
    expect(await planned({ charts: [{ id: idOf('c2') }], displayName: 'other' })).toBe('attributes');
    expect(await planned({ charts: [{ id: idOf('c2') }, { id: CHART }] })).toBe('structure');
  });
});
