import type { ContractColumn, ContractDocument } from '../../document/contract-document';

/** The sentence of each change, in order: the words are all that a reader of a changed contract has. */
export type SentenceCase = readonly [before: ContractDocument, after: ContractDocument, sentences: readonly string[]];

const owned = { '!!': [{ var: 'owners' }] };
const tagged = { '!!': [{ var: 'tags' }] };
const rule = (more: object) => ({ semantics: [{ name: 'r', ...more }] });
const onTable = (document: object) => ({ ...document, entity: { type: 'table', id: 'x' } });
const columns = (...schema: ContractColumn[]) => ({ schema });
const of = (dataType: string, more: object = {}) => columns({ name: 'c', dataType, ...more });
const decimal = (precision?: number, scale?: number) =>
  of('DECIMAL', { ...(precision ? { precision } : {}), ...(scale === undefined ? {} : { scale }) });
const policy = (more: object) => ({ security: { policies: [{ accessPolicy: 'p', ...more }] } });
const people = (count: number, from = 1) => Array.from({ length: count }, (_, i) => `u${from + i}`);
const seeing = (...values: string[]) => policy({ rowFilters: [{ columnName: 'c', values }] });
const classified = (dataClassification: string) => ({ security: { dataClassification } });
const sla = (target: string, value: unknown) => ({ sla: { [target]: value } });

const NO_LONGER_JUDGED = 'the rule is no longer judged';
const NOW_JUDGED = 'the rule is now judged';
const NOT_PROMISED = 'the rule is removed: what it promised is no longer promised';
const BY_PLACE = 'the column is renamed to d (same place, same type)';

const SEMANTICS: readonly SentenceCase[] = [
  [{}, rule({ rule: owned }), ['the rule is added']],
  [rule({ rule: owned }), {}, [NOT_PROMISED]],
  [rule({}), {}, [NOT_PROMISED]],
  [rule({ rule: owned, enabled: false }), {}, ['a rule that was not judged is removed']],
  [onTable(rule({ rule: owned, ignoredEntities: ['table'] })), onTable({}), ['a rule that was not judged is removed']],
  [onTable(rule({ rule: owned, ignoredEntities: ['topic'] })), onTable({}), [NOT_PROMISED]],
  [onTable(rule({ rule: owned, entityType: 'table' })), onTable({}), [NOT_PROMISED]],
  [onTable(rule({ rule: owned, entityType: 'topic' })), onTable({}), ['a rule that was not judged is removed']],
  // If the asset type is unknown, the rule is assumed to apply.
  [rule({ rule: owned, entityType: 'topic' }), {}, [NOT_PROMISED]],
  [rule({ rule: owned }), rule({ rule: owned, enabled: false }), [NO_LONGER_JUDGED]],
  [rule({ rule: owned, enabled: false }), rule({ rule: owned }), [NOW_JUDGED]],
  [
    onTable(rule({ rule: owned })),
    onTable(rule({ rule: owned, entityType: 'table' })),
    ['the rule is judged, before and after'],
  ],
  [
    rule({ rule: owned, enabled: false, entityType: 'table' }),
    rule({ rule: owned, enabled: false }),
    ['the rule is not judged, before and after'],
  ],
  [
    onTable(rule({ rule: owned, entityType: 'topic' })),
    onTable(rule({ rule: owned, enabled: false })),
    ['the rule is not judged, before and after', 'the rule is not judged, before and after'],
  ],
  [
    onTable(rule({ rule: owned, ignoredEntities: ['table'], entityType: 'table' })),
    onTable(rule({ rule: owned, entityType: 'table' })),
    [NOW_JUDGED],
  ],
  [
    onTable(rule({ rule: owned, ignoredEntities: ['table', 'topic'] })),
    onTable(rule({ rule: owned, ignoredEntities: ['table'] })),
    ['the rule is not judged, before and after'],
  ],
  [rule({ rule: owned, ignoredEntities: [] }), rule({ rule: owned }), []],
  [
    rule({ rule: owned }),
    { semantics: [{ name: 's', rule: owned }] },
    ['the rule is renamed to "s", it says the same'],
  ],
  // Of two new rules with the content of one old rule, one matches it.
  [
    rule({ rule: owned }),
    {
      semantics: [
        { name: 's', rule: owned },
        { name: 't', rule: owned },
      ],
    },
    ['the rule is renamed to "s", it says the same', 'the rule is added'],
  ],
  // A rule of the same name is the same one, and the content of the other old rule has no match.
  [
    {
      semantics: [
        { name: 'r', rule: owned },
        { name: 's', rule: tagged },
      ],
    },
    { semantics: [{ name: 'r', rule: tagged }] },
    [NOT_PROMISED, 'the rule is another: what it promised is no longer promised'],
  ],
  [rule({ rule: owned }), rule({ rule: JSON.stringify(owned) }), ['the same rule in another spelling']],
  [rule({ rule: owned }), rule({ rule: tagged }), ['the rule is another: what it promised is no longer promised']],
  [
    rule({ rule: 'not json' }),
    rule({ rule: 'not json either' }),
    ['the rule is another: what it promised is no longer promised'],
  ],
  [rule({ rule: owned, enabled: false }), rule({ rule: tagged, enabled: false }), ['the rule was not judged before']],
  [rule({}), rule({ rule: owned }), ['the text is now a rule that is judged']],
  [rule({ rule: owned }), rule({}), ['the rule is another: what it promised is no longer promised']],
  ...['hasOwner', 'hasDescription', 'hasTags', 'hasTier', 'hasDomain'].map((name): SentenceCase => [
    { semantics: [{ name }] },
    { semantics: [{ name, rule: owned }] },
    ['the rule is another: what it promised is no longer promised'],
  ]),
  [rule({ rule: owned, inherited: true }), rule({ rule: owned }), []],
  [rule({ rule: owned }), rule({ rule: owned, note: 1 }), ['note is added']],
];

const QUALITY: readonly SentenceCase[] = [
  [{ qualityExpectations: ['a'] }, {}, ['the test case is no longer expected to pass']],
  [{}, { qualityExpectations: ['a'] }, ['the test case is now expected to pass']],
];

const SLA: readonly SentenceCase[] = [
  ...['refreshFrequency', 'maxLatency'].flatMap((target): SentenceCase[] => [
    [sla(target, 'PT1H'), sla(target, 'PT2H'), [`${target} is loosened: it is longer than before`]],
    [sla(target, 'PT2H'), sla(target, 'PT1H'), [`${target} is tightened`]],
    [sla(target, 'PT24H'), sla(target, 'P1D'), [`${target} means the same in another spelling`]],
    // Neither was validated when stored, so they cannot be compared.
    [sla(target, 'soon'), sla(target, 'PT1H'), [`${target} means the same in another spelling`]],
    [sla(target, 'PT1H'), sla(target, 'soon'), [`${target} means the same in another spelling`]],
    [sla(target, 'PT1H'), {}, [`${target} is no longer promised`]],
    [{}, sla(target, 'PT1H'), [`${target} is now promised`]],
  ]),
  [sla('columnName', 'a'), sla('columnName', 'b'), ['no target is about the age of the data']],
  [{}, sla('columnName', 'a'), ['the age of the data is now read from a column']],
  [sla('retention', 'P2D'), sla('retention', 'P1D'), ['retention is loosened: it is shorter than before']],
  [sla('retention', 'P1D'), sla('retention', 'P2D'), ['retention is tightened']],
  [sla('availability', 99), sla('availability', 98), ['availability is loosened: it is lower than before']],
  [sla('availability', 0), sla('availability', 0.5), ['availability is tightened']],
  [
    sla('availabilityTime', '09:00'),
    sla('availabilityTime', '09:01'),
    ['availabilityTime is loosened: it is later than before'],
  ],
  [sla('availabilityTime', '09:01'), sla('availabilityTime', '09:00'), ['availabilityTime is tightened']],
  [sla('availabilityTime', '10:00'), sla('availabilityTime', '09:59'), ['availabilityTime is tightened']],
  [
    sla('availabilityTime', 'noon'),
    sla('availabilityTime', '09:00'),
    ['availabilityTime means the same in another spelling'],
  ],
  // An hour apart in summer alone: later in that season, so later.
  [
    sla('availabilityTime', '09:00 Europe/Berlin'),
    sla('availabilityTime', '09:00+01:00'),
    ['availabilityTime is loosened: it is later than before'],
  ],
  [
    sla('availabilityTime', '09:00+01:00'),
    sla('availabilityTime', '09:00 Europe/Berlin'),
    ['availabilityTime is tightened'],
  ],
  // An hour apart in winter alone.
  [
    sla('availabilityTime', '09:00+02:00'),
    sla('availabilityTime', '09:00 Europe/Berlin'),
    ['availabilityTime is loosened: it is later than before'],
  ],
  [
    sla('availabilityTime', '09:00 Europe/Berlin'),
    sla('availabilityTime', '09:00+02:00'),
    ['availabilityTime is tightened'],
  ],
  [
    { sla: { availabilityTime: '09:00', timezone: 'UTC' } },
    { sla: { availabilityTime: '09:00', timezone: 'Asia/Tokyo' } },
    ['availabilityTime is tightened'],
  ],
  [
    { sla: { availabilityTime: '09:00', timezone: 'Asia/Tokyo' } },
    { sla: { availabilityTime: '09:00' } },
    ['availabilityTime is loosened: it is later than before'],
  ],
  [
    { sla: { availabilityTime: '09:00', timezone: 'UTC' } },
    { sla: { availabilityTime: '10:00', timezone: 'Asia/Tokyo' } },
    ['availabilityTime is tightened', 'the zone counts for availabilityTime alone'],
  ],
  [sla('timezone', 'UTC'), sla('timezone', 'Asia/Tokyo'), ['the zone counts for availabilityTime alone']],
  // The inheritance flag is not a promise.
  [{}, sla('inherited', true), []],
];

const ACCESS: readonly SentenceCase[] = [
  [classified('internal'), classified('restricted'), ['the classification is raised: fewer people may read the data']],
  [classified('restricted'), classified('internal'), ['the classification is lowered']],
  [classified('internal'), classified('odd'), ['the classification is another, of unknown rank']],
  [classified('odd'), classified('internal'), ['the classification is another, of unknown rank']],
  [{}, classified('none'), ['both classifications have the same rank']],
  [{}, { security: { ...{ inherited: true } } }, []],
  [{ security: { policies: [{ accessPolicy: '' }] } }, { security: { policies: [{}] } }, []],
  [policy({}), {}, ['the policy is removed: whom it let in has no access by it']],
  [{}, policy({}), ['the policy is added: it lets in whom it names']],
  [
    policy({ identities: people(3) }),
    policy({ identities: people(1) }),
    ['the policy is narrowed: it no longer names u2, u3'],
  ],
  [
    policy({ identities: people(7) }),
    policy({ identities: people(1) }),
    ['the policy is narrowed: it no longer names u2, u3, u4, u5, u6 and 1 more'],
  ],
  [
    policy({ identities: people(6) }),
    policy({ identities: people(1) }),
    ['the policy is narrowed: it no longer names u2, u3, u4, u5, u6'],
  ],
  [policy({}), policy({ identities: people(2) }), ['the policy is widened: it names u1, u2 too']],
  [policy({}), seeing('x'), ['a row filter is added: fewer rows are seen']],
  [seeing('x'), policy({}), ['the row filter is removed: more rows are seen']],
  [seeing('x', 'y'), seeing('x'), ['rows with y are no longer seen']],
  [seeing('x'), seeing('x', 'y'), ['rows with more values are seen']],
  // Filters on one column are taken together, and one without values shows nothing.
  [
    policy({
      rowFilters: [{ columnName: 'c', values: ['x'] }, { columnName: 'c', values: ['y'] }, { columnName: 'c' }],
    }),
    seeing('x'),
    ['rows with y are no longer seen'],
  ],
  [policy({ rowFilters: [{ columnName: 'c' }] }), seeing('x'), ['rows with more values are seen']],
  [
    policy({
      rowFilters: [
        { columnName: 'c', values: ['x'] },
        { columnName: 'd', values: ['x'] },
      ],
    }),
    policy({
      rowFilters: [
        { columnName: 'd', values: ['x', 'y'] },
        { columnName: 'e', values: ['x'] },
      ],
    }),
    [
      'the row filter is removed: more rows are seen',
      'rows with more values are seen',
      'a row filter is added: fewer rows are seen',
    ],
  ],
  [
    { security: { policies: [{ identities: ['a'] }, { identities: ['b'] }, { identities: ['c'] }] } },
    { security: { policies: [{ identities: ['a'] }, { identities: ['c'] }] } },
    [
      'the policy is removed: whom it let in has no access by it',
      'the policy is narrowed: it no longer names b',
    ].reverse(),
  ],
];

const COLUMNS: readonly SentenceCase[] = [
  [of('INT'), {}, ['the column is removed']],
  [{}, of('INT'), ['the column is added']],
  [of('INT'), columns({ name: 'd', dataType: 'INT' }), [BY_PLACE]],
  [
    columns({ name: 'a', dataType: 'INT' }, { name: 'b', dataType: 'INT' }),
    columns({ name: 'b', dataType: 'INT' }, { name: 'a', dataType: 'INT' }),
    ['the columns stand in another order'],
  ],
  [of('INT'), of('BIGINT'), ['the type is widened: INT to BIGINT']],
  [
    of('BIGINT'),
    of('INT'),
    ['the type is narrowed: BIGINT to INT: its largest number is 2147483647, not 9223372036854775807'],
  ],
  [of('DECIMAL'), of('NUMERIC'), ['both hold the same values: DECIMAL to NUMERIC']],
  [
    of('INT'),
    of('VARCHAR', { dataLength: 3 }),
    ['the type becomes another: INT to VARCHAR(3): text, not a whole number'],
  ],
  [of('int'), of('UINT'), ['the type becomes another: int to UINT: it has no negative numbers']],
  [of('int'), of('INT'), []],
  [columns({ name: 'c' }), of('INT'), ['the type is now promised: INT']],
  [of('INT'), columns({ name: 'c' }), ['the type is no longer promised: INT']],
  [
    decimal(5, 2),
    decimal(5, 3),
    ['the type becomes another: DECIMAL(5,2) to DECIMAL(5,3): 2 digits before the point instead of 3'],
  ],
  [decimal(5), decimal(6), ['the type is widened: DECIMAL(5) to DECIMAL(6)']],
  [decimal(5), decimal(5, 0), ['both hold the same values: DECIMAL(5) to DECIMAL(5,0)']],
  [
    of('ARRAY', { arrayDataType: 'INT' }),
    of('ARRAY', { arrayDataType: 'BIGINT' }),
    ['the type is widened: ARRAY<INT> to ARRAY<BIGINT>'],
  ],
  [of('ARRAY', { arrayDataType: 'INT' }), of('ARRAY', { arrayDataType: 'int' }), []],
  [of('ARRAY'), of('ARRAY', { arrayDataType: 'INT' }), ['the type is widened: ARRAY to ARRAY<INT>']],
  [of('ARRAY', { arrayDataType: 'UNKNOWN' }), of('ARRAY'), ['both hold the same values: ARRAY to ARRAY']],
  [of('BLOB'), of('VARBINARY', { dataLength: 8 }), ['a size is stated on one side only: BLOB to VARBINARY(8)']],
  [
    of('INT', { extension: { logicalType: 'integer' } }),
    of('TINYINT', { extension: { logicalType: 'integer' } }),
    ['the type is of the promised logicalType: INT to TINYINT'],
  ],
  // Clients send a length of 1 for every type that has none.
  [
    of('BIGINT', { dataLength: 1 }),
    of('SMALLINT', { dataLength: 1 }),
    ['the type is narrowed: BIGINT to SMALLINT: its largest number is 32767, not 9223372036854775807'],
  ],
  [
    of('ARRAY', { arrayDataType: 'INT' }),
    of('ARRAY'),
    ['the type is narrowed: ARRAY<INT> to ARRAY: what its elements are is not known'],
  ],
  [
    of('ARRAY', { arrayDataType: 'INT' }),
    of('INT'),
    [
      'the type becomes another: ARRAY<INT> to INT: one value, many are promised',
      'follows from the changed type of the column',
    ],
  ],
  [of('INT'), of('INT', { constraint: 'NOT_NULL' }), ['newly promised: the column is never null']],
  [of('INT', { constraint: 'UNIQUE' }), of('INT'), ['no longer promised: the column is unique']],
  [of('INT'), of('INT', { constraint: 'NULL' }), ['neither promises anything']],
  [
    of('INT'),
    of('INT', { constraint: 'PRIMARY_KEY' }),
    ['newly promised: the column is in the primary key, is never null, is unique'],
  ],
  [
    of('INT', { constraint: 'PRIMARY_KEY' }),
    of('INT', { constraint: 'NOT_NULL' }),
    ['no longer promised: the column is in the primary key, is unique'],
  ],
  [of('INT', { profile: {}, fullyQualifiedName: 'a' }), of('INT'), []],
  [
    of('INT', { description: 'a', tags: [{ tagFQN: 'a.b' }] }),
    of('INT', { displayName: 'C', tags: [{ tagFQN: 'a.c' }] }),
    ['description is removed', 'tags changed', 'displayName is added'],
  ],
  [of('INT', { tags: [{ tagFQN: 'a.b', labelType: 'Manual' }] }), of('INT', { tags: [{ tagFQN: 'a.b' }] }), []],
  [of('INT', { tags: null }), of('INT', { tags: [] }), []],
  [of('INT', { notes: ['a', 'b'] }), of('INT', { notes: ['b', 'a'] }), ['notes changed']],
  [of('INT', { notes: [{ a: 1 }] }), of('INT', { notes: [{ a: 2 }] }), ['notes changed']],
];

export const SENTENCE_CASES: readonly SentenceCase[] = [...SEMANTICS, ...QUALITY, ...SLA, ...ACCESS, ...COLUMNS];
