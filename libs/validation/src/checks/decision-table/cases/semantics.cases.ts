import type { SemanticsRule } from '../../../rules/semantics-check';

/** Rules of a contract on an asset: how many are counted, which fail and why, and which are plain text. */
export type SemanticsCase = readonly [
  title: string,
  rules: readonly SemanticsRule[],
  asset: Readonly<Record<string, unknown>>,
  total: number,
  failed: readonly (readonly [name: string, reason: string])[],
  notEvaluated?: readonly string[],
];

const YES = { name: 'yes', rule: true };
const NO = { name: 'no', rule: false };
const NO_REASON = 'evaluated to false: false';

const APPLYING: SemanticsCase[] = [
  ['no rules', [], {}, 0, []],
  ['one that passes', [YES], {}, 1, []],
  ['one that does not', [YES, NO], {}, 2, [['no', NO_REASON]]],
  ['disabled', [{ ...NO, enabled: false }, YES], {}, 1, []],
  ['enabled', [{ ...NO, enabled: true }], {}, 1, [['no', NO_REASON]]],
  ['for this type', [{ ...NO, entityType: 'table' }], {}, 1, [['no', NO_REASON]]],
  ['for another type', [{ ...NO, entityType: 'topic' }], {}, 0, []],
  ['for any type', [{ ...NO, entityType: '' }], {}, 1, [['no', NO_REASON]]],
  ['not for this type', [{ ...NO, ignoredEntities: ['topic', 'table'] }], {}, 0, []],
  ['not for another type', [{ ...NO, ignoredEntities: ['topic'] }], {}, 1, [['no', NO_REASON]]],
  ['not for nothing', [{ ...NO, ignoredEntities: [] }], {}, 1, [['no', NO_REASON]]],
  ['for this type and not for this type', [{ ...NO, entityType: 'table', ignoredEntities: ['table'] }], {}, 0, []],
  ['disabled, for this type', [{ ...NO, entityType: 'table', enabled: false }], {}, 0, []],
];

const TEXT: SemanticsCase[] = [
  ['text only', [{ name: 'be kind' }, YES], {}, 1, [], ['be kind']],
  ['text only with a null rule', [{ name: 'be kind', rule: null }], {}, 0, [], ['be kind']],
  ['text only and disabled', [{ name: 'be kind', enabled: false }], {}, 0, []],
  ['text only, for another type', [{ name: 'be kind', entityType: 'topic' }], {}, 0, []],
  ['text only, twice', [{ name: 'a' }, NO, { name: 'b' }], {}, 1, [['no', NO_REASON]], ['a', 'b']],
  ['named like an inherited property', [{ name: 'constructor' }], {}, 0, [], ['constructor']],
  ['named like a known rule but for its case', [{ name: 'hasowner' }], {}, 0, [], ['hasowner']],
];

const FORMS: SemanticsCase[] = [
  ['a rule as text', [{ name: 'a', rule: '{"!!": {"var": "owners"}}' }], { owners: [1] }, 1, []],
  [
    'a rule as text that fails',
    [{ name: 'a', rule: '{"!!": {"var": "owners"}}' }],
    { owners: [] },
    1,
    [['a', 'owners is empty']],
  ],
  ['the literal true as text', [{ name: 'a', rule: 'true' }], {}, 1, []],
  [
    'an operator that is not known',
    [{ name: 'a', rule: { nope: 1 } }, YES],
    {},
    2,
    [['a', expect.stringContaining('unknown operator "nope"') as string]],
  ],
  [
    'a text that is not JSON',
    [{ name: 'a', rule: 'owners' }],
    {},
    1,
    [['a', expect.stringContaining('not JSON') as string]],
  ],
  ['an empty text', [{ name: 'a', rule: '' }], {}, 1, [['a', expect.stringContaining('the rule is empty') as string]]],
  [
    'a pattern that cannot be used',
    [{ name: 'a', rule: { matchesRegex: [{ var: 'name' }, '('] } }],
    {},
    1,
    [['a', expect.stringContaining('cannot be used') as string]],
  ],
  ['zero as a rule', [{ name: 'a', rule: 0 }], {}, 1, [['a', 'evaluated to 0, only true passes: 0']]],
];

const ONLY_TRUE: SemanticsCase[] = [
  ['1 is not true', [{ name: 'a', rule: 1 }], {}, 1, [['a', 'evaluated to 1, only true passes: 1']]],
  [
    'a text is not true',
    [{ name: 'a', rule: { var: 'name' } }],
    { name: 'orders' },
    1,
    [['a', 'evaluated to "orders", only true passes: {"var":["name"]}']],
  ],
  [
    'a list is not true',
    [{ name: 'a', rule: { var: 'tags' } }],
    { tags: [1, 2] },
    1,
    [['a', 'evaluated to [1, 2], only true passes: {"var":["tags"]}']],
  ],
  [
    '"true" is not true',
    [{ name: 'a', rule: { var: 'x' } }],
    { x: 'true' },
    1,
    [['a', 'evaluated to "true", only true passes: {"var":["x"]}']],
  ],
  ['what is missing is not true', [{ name: 'a', rule: { var: 'x' } }], {}, 1, [['a', 'x is missing']]],
  ['true in the asset is true', [{ name: 'a', rule: { var: 'x' } }], { x: true }, 1, []],
];

const owner = { id: '1', type: 'user', name: 'anna' };
const NAMED: SemanticsCase[] = [
  ['hasOwner', [{ name: 'hasOwner' }], { owners: [owner] }, 1, []],
  ['hasOwner, as old clients write it', [{ name: 'hasOwner' }], { owner }, 1, []],
  ['hasOwner of none', [{ name: 'hasOwner' }], { owners: [] }, 1, [['hasOwner', 'owners is empty']]],
  ['hasOwner of nothing', [{ name: 'hasOwner' }], {}, 1, [['hasOwner', 'owners is empty']]],
  [
    'hasOwner of a deleted one',
    [{ name: 'hasOwner' }],
    { owners: [{ ...owner, deleted: true }] },
    1,
    [['hasOwner', 'owners is empty']],
  ],
  ['hasOwner of one that is not deleted', [{ name: 'hasOwner' }], { owners: [{ ...owner, deleted: false }] }, 1, []],
  [
    'hasOwner of a deleted one and another',
    [{ name: 'hasOwner' }],
    { owners: [{ ...owner, deleted: true }, owner] },
    1,
    [],
  ],
  ['hasOwner of an empty text', [{ name: 'hasOwner' }], { owner: '' }, 1, [['hasOwner', 'owners is empty']]],
  ['hasDescription', [{ name: 'hasDescription' }], { description: 'All orders' }, 1, []],
  [
    'hasDescription of blanks',
    [{ name: 'hasDescription' }],
    { description: ' \n' },
    1,
    [['hasDescription', 'description is empty']],
  ],
  [
    'hasDescription of a number',
    [{ name: 'hasDescription' }],
    { description: 5 },
    1,
    [['hasDescription', 'description is empty']],
  ],
  ['hasDescription of nothing', [{ name: 'hasDescription' }], {}, 1, [['hasDescription', 'description is empty']]],
  ['hasTags', [{ name: 'hasTags' }], { tags: [{ tagFQN: 'PII.None' }] }, 1, []],
  ['hasTags of none', [{ name: 'hasTags' }], { tags: [] }, 1, [['hasTags', 'tags is empty']]],
  ['hasTier', [{ name: 'hasTier' }], { tags: [{ tagFQN: 'PII.None' }, { tagFQN: 'Tier.Tier1' }] }, 1, []],
  [
    'hasTier of another classification',
    [{ name: 'hasTier' }],
    { tags: [{ tagFQN: 'Tiers.One' }, { tagFQN: 'My.Tier.Tier1' }] },
    1,
    [['hasTier', 'no tag of the classification Tier is set']],
  ],
  ['hasTier of nothing', [{ name: 'hasTier' }], {}, 1, [['hasTier', 'no tag of the classification Tier is set']]],
  [
    'hasTier of a tag without a name',
    [{ name: 'hasTier' }],
    { tags: [{}, { tagFQN: 5 }] },
    1,
    [['hasTier', 'no tag of the classification Tier is set']],
  ],
  ['hasDomain', [{ name: 'hasDomain' }], { domains: [{ name: 'sales' }] }, 1, []],
  ['hasDomain, as old clients write it', [{ name: 'hasDomain' }], { domain: { name: 'sales' } }, 1, []],
  ['hasDomain of none', [{ name: 'hasDomain' }], { domains: [] }, 1, [['hasDomain', 'domains is empty']]],
  ['a known name with a rule of its own', [{ name: 'hasOwner', rule: true }], {}, 1, []],
  ['a known name with a null rule', [{ name: 'hasOwner', rule: null }], {}, 1, [['hasOwner', 'owners is empty']]],
  ['a known name, disabled', [{ name: 'hasOwner', enabled: false }], {}, 0, []],
];

const MIXED: SemanticsCase[] = [
  [
    'each reason stands with its rule, whichever way it was judged',
    [
      { name: 'first', rule: { '!!': { var: 'x' } } },
      { name: 'hasDomain' },
      YES,
      { name: 'bad', rule: 'not json' },
      { name: 'text' },
      { name: 'hasOwner' },
      { name: 'last', rule: { '==': [{ var: 'y' }, 1] } },
    ],
    { y: 2, owners: [owner] },
    6,
    [
      ['first', 'x is missing'],
      ['hasDomain', 'domains is empty'],
      ['bad', expect.stringContaining('not JSON') as string],
      ['last', 'y is 2, expected 1'],
    ],
    ['text'],
  ],
];

/** Which rules are counted, which pass, and the reasons of the others. The asset is a table. */
export const SEMANTICS: readonly SemanticsCase[] = [...APPLYING, ...TEXT, ...FORMS, ...ONLY_TRUE, ...NAMED, ...MIXED];
