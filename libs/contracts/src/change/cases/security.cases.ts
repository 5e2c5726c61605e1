import type { AccessPolicy } from '../../document/contract-document';
import type { DiffCase } from './diff-case';

const policies = (...list: AccessPolicy[]) => ({ security: { policies: list } });
const named = (...identities: string[]) => policies({ accessPolicy: 'p', identities });
const filtered = (...values: (string | number)[]) =>
  policies({ accessPolicy: 'p', rowFilters: [{ columnName: 'c', values }] });
const classified = (dataClassification?: string) => ({
  security: { ...(dataClassification ? { dataClassification } : {}) },
});

export const SECURITY_CASES: readonly DiffCase[] = [
  ['a name gone', named('a', 'b'), named('a'), [['security.policies.p.identities', 'breaking']]],
  ['a name more', named('a'), named('a', 'b'), [['security.policies.p.identities', 'compatible']]],
  ['one for another', named('a'), named('b'), [['security.policies.p.identities', 'breaking']]],
  ['names in another order', named('a', 'b'), named('b', 'a'), []],
  ['the last name gone', named('a'), policies({ accessPolicy: 'p' }), [['security.policies.p.identities', 'breaking']]],
  ['a filter more', policies({ accessPolicy: 'p' }), filtered('x'), [['security.policies.p.rowFilters.c', 'breaking']]],
  [
    'a filter gone',
    filtered('x'),
    policies({ accessPolicy: 'p' }),
    [['security.policies.p.rowFilters.c', 'compatible']],
  ],
  ['a value gone', filtered('x', 'y'), filtered('x'), [['security.policies.p.rowFilters.c', 'breaking']]],
  ['a value more', filtered('x'), filtered('x', 'y'), [['security.policies.p.rowFilters.c', 'compatible']]],
  ['values in another order', filtered('x', 1), filtered(1, 'x'), []],
  ['a policy gone', named('a'), policies(), [['security.policies.p', 'breaking']]],
  ['a policy more', policies(), named('a'), [['security.policies.p', 'compatible']]],
  [
    'all of security gone',
    { security: { policies: [{ accessPolicy: 'p' }], dataClassification: 'Internal' } },
    {},
    [
      ['security.dataClassification', 'compatible'],
      ['security.policies.p', 'breaking'],
    ],
  ],
  [
    'policies in another order',
    policies({ accessPolicy: 'p' }, { accessPolicy: 'q' }),
    policies({ accessPolicy: 'q' }, { accessPolicy: 'p' }),
    [],
  ],
  [
    'two of one name',
    policies({ accessPolicy: 'p' }, { accessPolicy: 'p', identities: ['a'] }),
    policies({ accessPolicy: 'p' }),
    [['security.policies.p #2', 'breaking']],
  ],
  [
    'another key of a policy',
    policies({ accessPolicy: 'p', note: 1 }),
    policies({ accessPolicy: 'p', note: 2 }),
    [['security.policies.p.note', 'info']],
  ],
  [
    'classified higher',
    classified('Internal'),
    classified('Restricted'),
    [['security.dataClassification', 'breaking']],
  ],
  [
    'classified lower',
    classified('confidential'),
    classified('PUBLIC'),
    [['security.dataClassification', 'compatible']],
  ],
  ['classified at last', classified(), classified('Confidential'), [['security.dataClassification', 'breaking']]],
  ['classified as public at last', classified(), classified('Public'), [['security.dataClassification', 'info']]],
  ['two words of one rank', classified('PII'), classified('Sensitive'), [['security.dataClassification', 'info']]],
  ['a word of no known rank', classified('Internal'), classified('Zone 5'), [['security.dataClassification', 'info']]],
  [
    'blanks and hyphens are one',
    classified('top secret'),
    classified('Top-Secret'),
    [['security.dataClassification', 'info']],
  ],
  [
    'another key of security',
    { security: { approver: 'a' } },
    { security: { approver: 'b' } },
    [['security.approver', 'info']],
  ],

  ['terms', { termsOfUse: 'a' }, { termsOfUse: 'b' }, [['termsOfUse', 'info']]],
  ['terms gone', { termsOfUse: 'a' }, {}, [['termsOfUse', 'info']]],
  ['a status', { entityStatus: 'Active' }, { entityStatus: 'Deprecated' }, [['entityStatus', 'info']]],
  ['a description', { description: 'a' }, { description: 'b' }, [['description', 'info']]],
  ['another owner', { owners: [{ id: '1' }] }, { owners: [{ id: '2' }] }, [['owners', 'info']]],
  ['the same owner, told at length', { owners: [{ id: '1' }] }, { owners: [{ id: '1', name: 'n' }] }, []],
  ['no owners and an empty list of them', {}, { owners: [] }, []],
  ['an owner that the asset hands down', {}, { owners: [{ id: '1', inherited: true }] }, []],
  [
    'a domain of the asset beside one of its own',
    { domains: [{ id: '2' }] },
    { domains: [{ id: '1', inherited: true }, { id: '2' }] },
    [],
  ],
  [
    'an owner of its own in the place of an inherited one',
    { owners: [{ id: '1', inherited: true }] },
    { owners: [{ id: '1' }] },
    [['owners', 'info']],
  ],
  ['an extension', { extension: { a: 1 } }, { extension: { a: 2 } }, [['extension', 'info']]],
  [
    'what the service sets',
    { id: '1', version: 0.1, updatedAt: 1, latestResult: {} },
    { id: '2', version: 0.2, updatedAt: 2 },
    [],
  ],
  ['nothing', {}, {}, []],
];
