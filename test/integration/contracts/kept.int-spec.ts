import { ContractFixture, newName, type Json } from './contract.fixture';

let contracts: ContractFixture;
beforeAll(async () => {
  contracts = await ContractFixture.open();
});
afterAll(() => contracts.close());

const owned = { '!!': { var: 'owners' } };
const rule = (more: Json): Json => ({ semantics: [{ name: 'r', enabled: true, ...more }] });

describe('what was sent comes back', () => {
  it.each<[string, Json]>([
    ['a name for people and a description', { displayName: 'Orders', description: '# Orders' }],
    ['columns', { schema: [{ name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY', description: 'Key' }] }],
    [
      'nested columns',
      { schema: [{ name: 'address', dataType: 'STRUCT', children: [{ name: 'zip', dataType: 'STRING' }] }] },
    ],
    ['sizes', { schema: [{ name: 'amount', dataType: 'DECIMAL', precision: 10, scale: 2 }] }],
    ['durations as text', { sla: { refreshFrequency: 'PT24H', maxLatency: 'P0DT4H', retention: 'P7Y' } }],
    [
      'durations as objects',
      {
        sla: {
          refreshFrequency: { interval: 1, unit: 'day' },
          maxLatency: { value: 4, unit: 'hour' },
          retention: { period: 7, unit: 'year' },
        },
      },
    ],
    [
      'a full SLA',
      { sla: { availability: 99.95, availabilityTime: '09:30 Europe/Berlin', timezone: 'UTC', columnName: 'note' } },
    ],
    ['the zones of known clients', { sla: { availabilityTime: '09:30', timezone: 'GMT-05:00 (America/New York)' } }],
    ['an availability of 0', { sla: { availability: 0 } }],
    ['a rule as an object', rule({ rule: owned })],
    ['a rule as text', rule({ rule: ' {"!!": {"var": "owners"}} ' })],
    ['a literal as a rule', rule({ rule: true })],
    ['a rule with null in it', rule({ rule: { '==': [{ var: 'tier' }, null] } })],
    ['a text rule', rule({ description: 'Loaded with care' })],
    ['a rule of a name', { semantics: [{ name: 'hasOwner', enabled: true }] }],
    [
      'a disabled rule for some types',
      rule({ rule: owned, enabled: false, entityType: 'table', ignoredEntities: ['topic'] }),
    ],
    ['terms', { termsOfUse: '# Terms\n* none' }],
    [
      'security with keys of its own',
      {
        security: {
          dataClassification: 'PII',
          policies: [
            {
              accessPolicy: 'read',
              identities: ['sales'],
              rowFilters: [{ columnName: 'id', values: ['1'] }],
              since: 2024,
            },
          ],
          contact: { mail: 'a@example.org' },
        },
      },
    ],
    [
      'when it holds',
      { effectiveFrom: '2026-01-01T00:00:00Z', effectiveUntil: '2027-01-01', sourceUrl: 'https://example.org/c' },
    ],
    ['rules of quality', { odcsQualityRules: [{ type: 'library', metric: 'rowCount', mustBeGreaterThan: 10 }] }],
    [
      'an extension',
      { extension: { team: { deep: [1, null, 'x'] }, schemaPolicy: { types: 'exact' }, resultRetention: 'P90D' } },
    ],
    ['a status of the interface', { entityStatus: 'Active' }],
    ['a status of known clients', { entityStatus: 'In Review' }],
  ])('%s', async (_title, part) => {
    const made = await contracts.contract(part);
    expect(made).toMatchObject(part);
    expect(await contracts.get(made.id, '*')).toEqual(made);
    for (const [name, value] of Object.entries(part)) expect(made[name]).toEqual(value);
  });

  it.each<[string, Json, Json]>([
    [
      'latency under its name',
      { sla: { latency: { value: 1, unit: 'hour' } } },
      { sla: { maxLatency: { value: 1, unit: 'hour' } } },
    ],
    ['terms as an object', { termsOfUse: { content: 'T' } }, { termsOfUse: 'T' }],
    [
      'types in capitals',
      { schema: [{ name: 'id', dataType: 'bigint', constraint: 'not_null' }] },
      { schema: [{ name: 'id', dataType: 'BIGINT', constraint: 'NOT_NULL' }] },
    ],
    [
      'a rule is enabled',
      { semantics: [{ name: 'r', rule: owned }] },
      { semantics: [{ name: 'r', rule: owned, enabled: true }] },
    ],
    ['a new one is a draft', {}, { entityStatus: 'Draft' }],
    [
      'null is absent',
      { description: null, sla: { retention: null, availability: 1 } },
      { description: undefined, sla: { availability: 1 } },
    ],
    [
      'read-only members are ignored',
      { id: 'x', version: 7, href: 'http://x', updatedBy: 'me', fullyQualifiedName: 'no' },
      { version: 0.1, updatedBy: 'admin' },
    ],
  ])('in the form that is kept: %s', async (_title, sent, kept) => {
    const made = await contracts.contract(sent);
    for (const [name, value] of Object.entries(kept)) expect(made[name]).toEqual(value);
  });

  it('with the asset, the FQN and the test cases in their order', async () => {
    const table = await contracts.table();
    const [first, second] = [await contracts.testCase(table), await contracts.testCase(table)];
    const references = [{ id: second.id, type: 'testCase' }, first.fullyQualifiedName];
    const name = newName('tested');
    const made = await contracts.contract({ name, qualityExpectations: references }, table);
    const { id, name: tableName, fullyQualifiedName } = table;
    expect(made.entity).toMatchObject({ id, type: 'table', name: tableName, fullyQualifiedName });
    expect(made.fullyQualifiedName).toBe(`${fullyQualifiedName}.dataContract_${name}`);
    const shown = (await contracts.get(made.id)).qualityExpectations;
    expect(shown).toEqual(
      [second, first].map((one) => expect.objectContaining({ id: one.id, type: 'testCase', name: one.name })),
    );
  });

  it.each([
    ['by id', ({ id }: Json) => ({ id, type: 'table' })],
    ['by FQN and type', ({ fullyQualifiedName }: Json) => ({ fullyQualifiedName, type: 'table' })],
    ['by FQN alone', ({ fullyQualifiedName }: Json) => fullyQualifiedName],
  ])('for an asset named %s', async (_title, reference) => {
    const table = await contracts.table();
    expect((await contracts.create({ entity: reference(table) })).entity).toMatchObject({
      id: table.id,
      type: 'table',
    });
  });

  it('under a quoted FQN where its name has a dot', async () => {
    const table = await contracts.table();
    const made = await contracts.contract({ name: 'a.b' }, table);
    expect(made.fullyQualifiedName).toBe(`${table.fullyQualifiedName}."dataContract_a.b"`);
    expect((await contracts.byFqn(made.fullyQualifiedName)).id).toBe(made.id);
  });
});

describe('PUT', () => {
  it('creates, then makes the contract what the body says', async () => {
    const entity = { id: (await contracts.table()).id, type: 'table' };
    const first = {
      name: 'c',
      entity,
      description: 'd',
      sla: { availability: 9 },
      extension: { a: 1 },
      entityStatus: 'Active',
    };
    expect(await contracts.put(first)).toMatchObject({ created: true, version: 0.1 });
    const changed = await contracts.put({ name: 'c', entity, termsOfUse: 'T' });
    expect(changed).toMatchObject({ created: false, termsOfUse: 'T', extension: { a: 1 }, entityStatus: 'Active' });
    expect(Object.keys(changed)).not.toEqual(expect.arrayContaining(['description']));
    expect(Object.keys(changed)).not.toEqual(expect.arrayContaining(['sla']));
  });

  it('changes nothing where it says what is stored', async () => {
    const table = await contracts.table();
    const body = {
      name: 'same',
      entity: { id: table.id, type: 'table' },
      schema: [{ name: 'id', dataType: 'bigint' }],
      semantics: [{ name: 'r', rule: '{"!!": 1}' }],
      sla: { latency: 'PT1H' },
      termsOfUse: { content: 'T' },
      qualityExpectations: [{ id: (await contracts.testCase(table)).id, type: 'testCase' }],
    };
    const made = await contracts.put(body);
    const again = await contracts.put(body);
    expect(again).toEqual({ ...made, created: false });
  });
});

describe('PATCH', () => {
  it('of absent arrays, of parts, and of the name', async () => {
    const made = await contracts.contract({ sla: { availability: 99 } });
    const changed = await contracts.patch(made, [
      { op: 'add', path: '/semantics/-', value: { name: 'r', rule: { '!!': 1 } } },
      { op: 'replace', path: '/sla/availability', value: 99.9 },
      { op: 'add', path: '/extension', value: { a: 1 } },
      { op: 'replace', path: '/name', value: 'renamed' },
    ]);
    expect(changed).toMatchObject({
      semantics: [{ name: 'r', rule: { '!!': 1 }, enabled: true }],
      sla: { availability: 99.9 },
      extension: { a: 1 },
      fullyQualifiedName: made.fullyQualifiedName.replace(made.name, 'renamed'),
    });
  });

  it('puts back what the service sets', async () => {
    const made = await contracts.contract();
    await contracts.result(made, 'Success', 1e12);
    const changed = await contracts.patch(made, [
      { op: 'add', path: '/inherited', value: true },
      { op: 'replace', path: '/latestResult', value: { status: 'Failed' } },
      { op: 'replace', path: '/version', value: 9 },
      { op: 'replace', path: '/fullyQualifiedName', value: 'x' },
    ]);
    expect(changed).toMatchObject({
      version: 0.1,
      latestResult: { status: 'Success' },
      fullyQualifiedName: made.fullyQualifiedName,
    });
    expect(changed).not.toHaveProperty('inherited');
  });
});
