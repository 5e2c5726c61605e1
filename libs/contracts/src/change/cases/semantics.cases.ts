import type { DiffCase } from './diff-case';

const owned = { '!!': [{ var: 'owners' }] };
const tagged = { '!!': [{ var: 'tags' }] };
const rules = (...semantics: { name: string; [key: string]: unknown }[]) => ({ semantics });
const onTable = (document: object) => ({ ...document, entity: { type: 'table', id: 'x' } });

export const SEMANTICS_CASES: readonly DiffCase[] = [
  ['a rule removed', rules({ name: 'r', rule: owned }), rules(), [['semantics.r', 'breaking']]],
  ['a rule added', {}, rules({ name: 'r', rule: owned }), [['semantics.r', 'compatible']]],
  [
    'a rule switched off',
    rules({ name: 'r', rule: owned, enabled: true }),
    rules({ name: 'r', rule: owned, enabled: false }),
    [['semantics.r.enabled', 'breaking']],
  ],
  [
    'a rule switched on',
    rules({ name: 'r', rule: owned, enabled: false }),
    rules({ name: 'r', rule: owned }),
    [['semantics.r.enabled', 'compatible']],
  ],
  [
    'enabled is what it is by default',
    rules({ name: 'r', rule: owned }),
    rules({ name: 'r', rule: owned, enabled: true }),
    [],
  ],
  [
    'a rule that is another',
    rules({ name: 'r', rule: owned }),
    rules({ name: 'r', rule: tagged }),
    [['semantics.r.rule', 'breaking']],
  ],
  [
    'a rule as text, the same',
    rules({ name: 'r', rule: owned }),
    rules({ name: 'r', rule: JSON.stringify(owned) }),
    [['semantics.r.rule', 'info']],
  ],
  [
    'blanks in the text',
    rules({ name: 'r', rule: '{"!!":[1]}' }),
    rules({ name: 'r', rule: '{ "!!": [1] }' }),
    [['semantics.r.rule', 'info']],
  ],
  ['a rule renamed', rules({ name: 'r', rule: owned }), rules({ name: 's', rule: owned }), [['semantics.r', 'info']]],
  [
    'renamed, as text',
    rules({ name: 'r', rule: owned }),
    rules({ name: 's', rule: JSON.stringify(owned) }),
    [
      ['semantics.r', 'info'],
      ['semantics.r.rule', 'info'],
    ],
  ],
  [
    'renamed and switched off',
    rules({ name: 'r', rule: owned }),
    rules({ name: 's', rule: owned, enabled: false }),
    [
      ['semantics.r', 'info'],
      ['semantics.r.enabled', 'breaking'],
    ],
  ],
  [
    'texts are not told apart: removed and added',
    rules({ name: 'r' }),
    rules({ name: 's' }),
    [
      ['semantics.r', 'breaking'],
      ['semantics.s', 'compatible'],
    ],
  ],
  ['a rule that was off removed', rules({ name: 'r', rule: owned, enabled: false }), {}, [['semantics.r', 'info']]],
  [
    'a rule that was off is another',
    rules({ name: 'r', rule: owned, enabled: false }),
    rules({ name: 'r', rule: tagged, enabled: false }),
    [['semantics.r.rule', 'info']],
  ],
  [
    'a text becomes a rule',
    rules({ name: 'r' }),
    rules({ name: 'r', rule: owned }),
    [['semantics.r.rule', 'compatible']],
  ],
  [
    'a rule becomes a text',
    rules({ name: 'r', rule: owned }),
    rules({ name: 'r' }),
    [['semantics.r.rule', 'breaking']],
  ],
  [
    'a named rule meant something',
    rules({ name: 'hasOwner' }),
    rules({ name: 'hasOwner', rule: tagged }),
    [['semantics.hasOwner.rule', 'breaking']],
  ],
  [
    'a description',
    rules({ name: 'r', rule: owned }),
    rules({ name: 'r', rule: owned, description: 'd' }),
    [['semantics.r.description', 'info']],
  ],
  [
    'another order says nothing',
    rules({ name: 'r', rule: owned }, { name: 's', rule: tagged }),
    rules({ name: 's', rule: tagged }, { name: 'r', rule: owned }),
    [],
  ],
  ['a name with a dot is quoted', rules({ name: 'v1.r', rule: owned }), {}, [['semantics."v1.r"', 'breaking']]],
  [
    'for another type: no longer judged',
    onTable(rules({ name: 'r', rule: owned })),
    onTable(rules({ name: 'r', rule: owned, entityType: 'topic' })),
    [['semantics.r.entityType', 'breaking']],
  ],
  [
    'for its type: still judged',
    onTable(rules({ name: 'r', rule: owned })),
    onTable(rules({ name: 'r', rule: owned, entityType: 'table' })),
    [['semantics.r.entityType', 'info']],
  ],
  [
    'for its type at last',
    onTable(rules({ name: 'r', rule: owned, entityType: 'topic' })),
    onTable(rules({ name: 'r', rule: owned })),
    [['semantics.r.entityType', 'compatible']],
  ],
  [
    'its type ignored',
    onTable(rules({ name: 'r', rule: owned })),
    onTable(rules({ name: 'r', rule: owned, ignoredEntities: ['table'] })),
    [['semantics.r.ignoredEntities', 'breaking']],
  ],
  [
    'its type no longer ignored',
    onTable(rules({ name: 'r', rule: owned, ignoredEntities: ['table'] })),
    onTable(rules({ name: 'r', rule: owned, ignoredEntities: [] })),
    [['semantics.r.ignoredEntities', 'compatible']],
  ],
  [
    'another type ignored',
    onTable(rules({ name: 'r', rule: owned })),
    onTable(rules({ name: 'r', rule: owned, ignoredEntities: ['topic'] })),
    [['semantics.r.ignoredEntities', 'info']],
  ],
  [
    'a rule for another type removed',
    onTable(rules({ name: 'r', rule: owned, entityType: 'topic' })),
    onTable({}),
    [['semantics.r', 'info']],
  ],

  [
    'a test case removed',
    { qualityExpectations: [{ id: '1', fullyQualifiedName: 't.c' }] },
    {},
    [['qualityExpectations."t.c"', 'breaking']],
  ],
  ['a test case as a text removed', { qualityExpectations: ['t.c'] }, {}, [['qualityExpectations."t.c"', 'breaking']]],
  ['known by its name', { qualityExpectations: [{ id: '1', name: 'n' }] }, {}, [['qualityExpectations.n', 'breaking']]],
  ['a test case added', {}, { qualityExpectations: [{ id: '1' }] }, [['qualityExpectations.1', 'compatible']]],
  [
    'the same by id and by FQN',
    { qualityExpectations: [{ id: '1', fullyQualifiedName: 't.c' }] },
    { qualityExpectations: [{ fullyQualifiedName: 't.c', type: 'testCase' }] },
    [],
  ],
  [
    'the same as a string',
    { qualityExpectations: [{ id: '1', fullyQualifiedName: 't.c' }] },
    { qualityExpectations: ['t.c'] },
    [],
  ],
  [
    'one for another',
    { qualityExpectations: [{ id: '1' }] },
    { qualityExpectations: [{ id: '2' }] },
    [
      ['qualityExpectations.1', 'breaking'],
      ['qualityExpectations.2', 'compatible'],
    ],
  ],
  [
    'another order',
    { qualityExpectations: [{ id: '1' }, { id: '2' }] },
    { qualityExpectations: [{ id: '2' }, { id: '1' }] },
    [],
  ],
];
