import { randomUUID } from 'node:crypto';
import { ADMIN, ContractFixture, newName, refusal, wrongFields, type Document, type Json } from './contract.fixture';

let contracts: ContractFixture;
let table: Document;
beforeAll(async () => {
  contracts = await ContractFixture.open();
  table = await contracts.table();
});
afterAll(() => contracts.close());

const column = (name: string, more: Json = {}): Json => ({ name, dataType: 'BIGINT', ...more });
const semantics = (...rules: unknown[]): Json => ({ semantics: rules.map((rule, i) => ({ name: `r${i}`, rule })) });

const WRONG: [title: string, body: Json, fields: string[]][] = [
  ['an unknown member', { colour: 'red' }, ['colour']],
  ['a mark of inheritance', { inherited: true }, ['inherited']],
  ['a latest result', { latestResult: { status: 'Success' } }, ['latestResult']],
  ['an unknown status', { entityStatus: 'Live' }, ['entityStatus']],
  ['a column twice', { schema: [column('id'), column('note'), column('id')] }, ['schema[2].name']],
  [
    'a nested column twice',
    { schema: [column('address', { dataType: 'STRUCT', children: [column('zip'), column('zip')] })] },
    ['schema[0].children[1].name'],
  ],
  ['a column without a type', { schema: [{ name: 'id' }] }, ['schema[0].dataType']],
  [
    'an unknown type and constraint',
    { schema: [column('id', { dataType: 'NUM', constraint: 'FK' })] },
    ['schema[0].dataType', 'schema[0].constraint'],
  ],
  ['an array of nothing', { schema: [column('id', { dataType: 'ARRAY' })] }, ['schema[0].arrayDataType']],
  [
    'unknown columns, all of them',
    { schema: [column('x'), column('id'), column('y', { children: [column('z')] })] },
    ['schema[0].name', 'schema[2].name', 'schema[2].children[0].name'],
  ],
  ['a rule twice', { semantics: [{ name: 'r' }, { name: 's' }, { name: 'r' }] }, ['semantics[2].name']],
  ['a rule without a name', { semantics: [{ rule: true }] }, ['semantics[0].name']],
  [
    'rules that are no JSON-logic',
    semantics('', '{"!!":', { nope: [1] }, { '==': [1, 1], '!!': 1 }, true),
    ['semantics[0].rule', 'semantics[1].rule', 'semantics[2].rule', 'semantics[3].rule'],
  ],
  ['an invalid pattern', semantics({ matchesRegex: [{ var: 'name' }, '('] }), ['semantics[0].rule']],
  ['an unknown member of a rule', { semantics: [{ name: 'r', when: 'now' }] }, ['semantics[0].when']],
  [
    'invalid durations',
    { sla: { refreshFrequency: 'daily', maxLatency: '', retention: 'P' } },
    ['sla.refreshFrequency', 'sla.maxLatency', 'sla.retention'],
  ],
  [
    'durations of nothing',
    { sla: { refreshFrequency: 'P0D', maxLatency: 'PT0S', retention: '-P1D' } },
    ['sla.refreshFrequency', 'sla.maxLatency', 'sla.retention'],
  ],
  ['a fraction in the middle', { sla: { maxLatency: 'PT1.5H30M' } }, ['sla.maxLatency']],
  ['a duration without its number', { sla: { retention: { unit: 'day' } } }, ['sla.retention']],
  ['a duration of two numbers', { sla: { retention: { value: 1, period: 1, unit: 'day' } } }, ['sla.retention']],
  ['a duration object of nothing', { sla: { maxLatency: { value: 0, unit: 'day' } } }, ['sla.maxLatency.value']],
  ['an unknown unit', { sla: { maxLatency: { value: 1, unit: 'fortnight' } } }, ['sla.maxLatency.unit']],
  ['a duration that is a number', { sla: { maxLatency: 3600 } }, ['sla.maxLatency']],
  ['two latencies', { sla: { latency: 'PT1H', maxLatency: 'PT2H' } }, ['sla.latency']],
  ['a bad latency under its name', { sla: { latency: 'x' } }, ['sla.latency']],
  ['more than all the time', { sla: { availability: 100.5 } }, ['sla.availability']],
  ['less than never', { sla: { availability: -1 } }, ['sla.availability']],
  ['a percentage in words', { sla: { availability: '99 %' } }, ['sla.availability']],
  [
    'a time and a zone',
    { sla: { availabilityTime: '9:00', timezone: 'Mars/Base' } },
    ['sla.availabilityTime', 'sla.timezone'],
  ],
  ['a zone in the time', { sla: { availabilityTime: '09:00 Mars/Base' } }, ['sla.availabilityTime']],
  ['a blank column of freshness', { sla: { columnName: ' ' } }, ['sla.columnName']],
  ['an unknown member of the SLA', { sla: { speed: 1 } }, ['sla.speed']],
  [
    'a policy',
    { extension: { schemaPolicy: { types: 'close', extras: 'forbid' } } },
    ['extension.schemaPolicy.types', 'extension.schemaPolicy.extras'],
  ],
  ['a retention', { extension: { resultRetention: 'long' } }, ['extension.resultRetention']],
  ['a large extension', { extension: { a: 'x'.repeat(64 * 1024) } }, ['extension']],
  ['the wrong order of instants', { effectiveFrom: '2027-01-01', effectiveUntil: '2026-01-01' }, ['effectiveUntil']],
  ['a day that does not exist', { effectiveFrom: '2026-02-30' }, ['effectiveFrom']],
  [
    'a filter without a column',
    { security: { policies: [{ rowFilters: [{ values: ['1'] }] }] } },
    ['security.policies[0].rowFilters[0].columnName'],
  ],
  ['a name with two colons', { name: 'a::b' }, ['name']],
  ['an empty name', { name: '' }, ['name']],
  [
    'several of these',
    { schema: [column('x')], sla: { availabilityTime: '9' }, ...semantics('') },
    ['semantics[0].rule', 'sla.availabilityTime', 'schema[0].name'],
  ],
];

describe('a contract that is refused', () => {
  it.each(WRONG)('by POST and by PUT: %s', async (_title, part, fields) => {
    const body = { name: newName('wrong'), entity: { id: table.id, type: 'table' }, ...part };
    expect(await wrongFields(contracts.create(body))).toEqual(fields);
    expect(await wrongFields(contracts.put(body))).toEqual(fields);
    expect((await contracts.list({ entity: table.id })).data).toEqual([]);
  });

  it('by PATCH, and nothing of the patch is kept', async () => {
    const made = await contracts.contract({ sla: { availability: 99 } });
    const operations = [
      { op: 'replace', path: '/sla/availability', value: 98 },
      { op: 'add', path: '/schema/-', value: column('nope') },
      { op: 'add', path: '/sla/retention', value: 'P0D' },
    ];
    expect(await wrongFields(contracts.patch(made, operations))).toEqual(['sla.retention', 'schema[0].name']);
    expect(await contracts.get(made.id, '*')).toEqual(made);
  });

  it('names what is allowed', async () => {
    const { message, details } = await refusal(contracts.contract({ schema: [column('notes')] }, table));
    expect(details).toEqual([
      { field: 'schema[0].name', message: 'the table has no column notes; allowed: id, amount, note, address' },
    ]);
    expect(message).toContain('schema[0].name: the table has no column notes');
  });

  it.each<[string, (id: string) => Json, RegExp]>([
    ['an asset that is not there', (id) => ({ entity: { id, type: 'table' } }), /^table instance for .* not found$/],
    [
      'an asset of another type',
      () => ({ entity: { id: table.id, type: 'topic' } }),
      /^topic instance for .* not found$/,
    ],
    [
      'a test case that is not there',
      (id) => ({ entity: { id: table.id, type: 'table' }, qualityExpectations: [{ id, type: 'testCase' }] }),
      /^testCase instance for .* not found$/,
    ],
    [
      'an owner that is not there',
      (id) => ({ entity: { id: table.id, type: 'table' }, owners: [{ id, type: 'user' }] }),
      /^user instance for .* not found$/,
    ],
  ])('404: %s', async (_title, body, message) => {
    const error = await refusal(contracts.create(body(randomUUID())));
    expect(error.code).toBe('NOT_FOUND');
    expect(error.message).toMatch(message);
  });

  it('400 for what cannot have a contract, and for none', async () => {
    expect(await wrongFields(contracts.create({ entity: { id: table.id, type: 'databaseSchema' } }))).toEqual([
      'entity',
    ]);
    expect(await wrongFields(contracts.create({}))).toEqual(['entity']);
  });

  it('409 where a test of the patch fails', async () => {
    const made = await contracts.contract({ termsOfUse: 'T' });
    const { code } = await refusal(contracts.patch(made, [{ op: 'test', path: '/termsOfUse', value: 'U' }]));
    expect(code).toBe('CONFLICT');
  });

  it('by the check of a document, which stores nothing', async () => {
    const entity = { id: table.id, type: 'table' };
    const good = { name: 'tried', entity, schema: [column('id')] };
    expect(await contracts.service.check(ADMIN, good, false)).toEqual({ valid: true, errors: [] });
    const bad = { ...good, schema: [column('x')], sla: { retention: 'P0D' } };
    const fields = async (drift: boolean) =>
      (await contracts.service.check(ADMIN, bad, drift)).errors.map(({ field }) => field);
    expect([await fields(false), await fields(true)]).toEqual([['sla.retention', 'schema[0].name'], ['sla.retention']]);
    expect((await contracts.list({ entity: table.id })).data).toEqual([]);
  });
});
