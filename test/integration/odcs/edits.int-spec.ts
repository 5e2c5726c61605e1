import { AppError } from '@app/common';
import { schemaErrors } from '../../../libs/contracts/src/odcs/strict/official-schema';
import { ADMIN, OdcsFixture } from './odcs.fixture';
import type { Entity, Json } from './odcs.fixture';

const ID = '7d1a1f0e-7c55-4a0e-9f4b-0d2b9c7a1e55';

/** A document of which every part is mapped, beside parts that are only kept. */
function documentFor(name: string, more: Json = {}): Json {
  return {
    ...{
      apiVersion: 'v3.0.2',
      kind: 'DataContract',
      id: 'some id',
      version: '2.3.4',
      status: 'retired',
      name: 'agreed',
    },
    domain: 'sales',
    price: { priceAmount: 9.95, priceCurrency: 'EUR' },
    description: { purpose: 'why', usage: 'how', limitations: 'not that' },
    schema: [
      {
        name,
        physicalType: 'table',
        dataGranularityDescription: 'one per row',
        properties: [
          {
            name: 'id',
            logicalType: 'integer',
            physicalType: 'bigint',
            primaryKey: true,
            primaryKeyPosition: 1,
            required: true,
          },
          {
            name: 'Note',
            physicalName: 'note',
            physicalType: 'varchar(18)',
            classification: 'restricted',
            quality: [{ type: 'text', name: 'polite', description: 'No rude words' }],
          },
        ],
      },
    ],
    slaProperties: [
      { property: 'frequency', value: 1, unit: 'd', driver: 'analytics' },
      { property: 'endOfLife', value: '2042-05-12' },
    ],
    roles: [{ role: 'reader', access: 'read', firstLevelApprovers: 'boss' }],
    support: [{ channel: '#help', url: 'https://example.org' }],
    ...more,
  };
}

const clone = (document: Json): Json => structuredClone(document);

async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const outcome = await promise.catch((error: unknown) => error);
  if (outcome instanceof AppError) return outcome;
  throw outcome instanceof Error ? outcome : new Error(`it was not refused: ${JSON.stringify(outcome)}`);
}

describe('imported contracts', () => {
  let fixture: OdcsFixture;

  beforeAll(async () => {
    fixture = await OdcsFixture.open();
  }, 60_000);
  afterAll(() => fixture?.close());

  it('say in our words what the document says', async () => {
    const table = await fixture.plainTable();
    const contract = await fixture.create(table, documentFor(table.name));
    expect(contract).toMatchObject({
      ...{ name: 'agreed', entityStatus: 'Deprecated', description: 'why' },
      termsOfUse: '## Usage\n\nhow\n\n## Limitations\n\nnot that',
      schema: [
        { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
        { name: 'note', dataType: 'VARCHAR', dataLength: 18 },
      ],
      semantics: [{ name: 'polite', description: 'No rude words' }],
      sla: { refreshFrequency: 'P1D' },
      security: { dataClassification: 'restricted', policies: [{ accessPolicy: 'reader', access: 'read' }] },
    });
    const { mapped, kept, notUnderstood } = contract.odcsImportReport;
    expect(mapped).toEqual(
      expect.arrayContaining(['name', 'status', 'slaProperties[0]', 'schema[0].properties[1].physicalName']),
    );
    expect(kept).toEqual(expect.arrayContaining(['id', 'version', 'price', 'domain', 'support', 'slaProperties[1]']));
    expect(notUnderstood).toEqual([]);
  });

  it.each<[string, Json[], (document: Json) => void]>([
    ['nothing', [], () => undefined],
    ['the status', [{ op: 'replace', path: '/entityStatus', value: 'Active' }], (d) => (d.status = 'active')],
    ['the name', [{ op: 'replace', path: '/name', value: 'renamed' }], (d) => (d.name = 'renamed')],
    ['the description', [{ op: 'remove', path: '/description' }], (d) => delete (d.description as Json).purpose],
    [
      'a column and its type',
      [
        { op: 'replace', path: '/schema/1/dataLength', value: 30 },
        { op: 'add', path: '/schema/0/description', value: 'the key' },
      ],
      (d) => {
        const [first, second] = (d.schema as { properties: Json[] }[])[0]!.properties;
        first!.description = 'the key';
        Object.assign(second!, { physicalType: 'VARCHAR(30)', logicalType: 'string' });
      },
    ],
    [
      'a column less',
      [{ op: 'remove', path: '/schema/0' }],
      (d) => (d.schema as { properties: Json[] }[])[0]!.properties.shift(),
    ],
    [
      'the SLA',
      [
        { op: 'replace', path: '/sla/refreshFrequency', value: 'PT6H' },
        { op: 'add', path: '/sla/retention', value: { period: 3, unit: 'year' } },
      ],
      (d) => {
        const list = d.slaProperties as Json[];
        Object.assign(list[0]!, { value: 6, unit: 'h' });
        list.push({ property: 'retention', value: '3', unit: 'y' });
      },
    ],
    [
      'a rule',
      [{ op: 'add', path: '/semantics/-', value: { name: 'owned', rule: { '!!': { var: 'owners' } } } }],
      (d) => {
        const object = (d.schema as Json[])[0]!;
        object.quality = [
          { name: 'owned', type: 'custom', engine: 'json-logic', implementation: { '!!': { var: 'owners' } } },
        ];
      },
    ],
    [
      'a rule less',
      [{ op: 'remove', path: '/semantics/0' }],
      (d) => ((d.schema as { properties: Json[] }[])[0]!.properties[1]!.quality = []),
    ],
    [
      'access',
      [
        {
          op: 'replace',
          path: '/security/policies',
          value: [{ accessPolicy: 'reader', access: 'read', identities: ['team-a'] }],
        },
      ],
      (d) => ((d.roles as Json[])[0]!.customProperties = [{ property: 'identities', value: ['team-a'] }]),
    ],
  ])('after a change of %s the document differs there and nowhere else', async (_what, operations, change) => {
    const table = await fixture.plainTable();
    const document = documentFor(table.name);
    const contract = await fixture.create(table, document);
    const expected = clone(document);
    change(expected);
    if (operations.length) await fixture.patch(contract, operations);
    const out = await fixture.out(contract);
    expect(out).toEqual(expected);
    expect(schemaErrors(out)).toEqual([]);
  });

  it('take the id of the document where it is free, and give it back where it is not', async () => {
    const [one, other] = [await fixture.plainTable(), await fixture.plainTable()];
    const first = await fixture.create(one, documentFor(one.name, { id: ID.toUpperCase() }));
    const second = await fixture.create(other, documentFor(other.name, { id: ID }));
    expect([first.id, second.id === ID]).toEqual([ID, false]);
    expect((await fixture.out(second)).id).toBe(ID);
    expect((await fixture.out(first)).id).toBe(ID.toUpperCase());
  });

  it('become of another version of the standard when it is asked for', async () => {
    const table = await fixture.plainTable();
    const contract = await fixture.create(table, documentFor(table.name));
    for (const version of ['v3.1.0', 'v3.2.0'] as const) {
      const out = await fixture.out(contract, version);
      expect(out).toEqual({ ...documentFor(table.name), apiVersion: version });
      expect(schemaErrors(out)).toEqual([]);
    }
  });

  it('of rules for the data have test cases, once, and lose the rule with the expectation', async () => {
    const table = await fixture.plainTable();
    const quality = [
      { type: 'library', metric: 'rowCount', rule: 'rowCount', mustBeGreaterThan: 10 },
      { type: 'sql', name: 'no orphans', query: 'select 1', mustBe: 0 },
    ];
    const document = documentFor(table.name, { apiVersion: 'v3.1.0' });
    (document.schema as Json[])[0]!.quality = quality;
    const contract = await fixture.create(table, document);
    const expectations = contract.qualityExpectations as Entity[];
    expect(expectations.map(({ name }) => name)).toEqual(['rowCount', 'no orphans']);
    const again = await fixture.put(table, document, 'replace');
    expect((again.qualityExpectations as Entity[]).map(({ id }) => id)).toEqual(expectations.map(({ id }) => id));
    expect(again.version).toBe(contract.version);
    expect(await fixture.out(contract)).toEqual(document);
    await fixture.patch(contract, [{ op: 'remove', path: '/qualityExpectations/0' }]);
    expect(((await fixture.out(contract)).schema as Json[])[0]!.quality).toEqual([quality[1]]);
  });

  it('know their owners by the names of the team', async () => {
    const user = await fixture.make('user', { name: `u${Date.now()}`, email: `u${Date.now()}@example.org` });
    const table = await fixture.plainTable();
    const team = [
      { username: `${user.name}@example.org`, role: 'Owner' },
      { username: 'nobody-known', role: 'owner' },
    ];
    const contract = await fixture.create(table, documentFor(table.name, { team }));
    expect((contract.owners as Entity[]).map(({ name }) => name)).toEqual([user.name]);
    expect(contract.odcsImportReport.notUnderstood.map(({ path }) => path)).toEqual(['team[1]']);
    expect((await fixture.out(contract)).team).toEqual(team);
  });

  it('merge: what only the contract says stays; replace: it goes', async () => {
    const table = await fixture.plainTable();
    await fixture.create(table, documentFor(table.name));
    const rule = { name: 'owned', rule: { '!!': { var: 'owners' } } };
    const small = {
      apiVersion: 'v3.0.2',
      kind: 'DataContract',
      id: 'other',
      version: '3',
      status: 'active',
      slaProperties: [{ property: 'retention', value: '2 years' }],
    };
    const contract = await fixture.put(table, small, 'merge');
    await fixture.patch(contract, [{ op: 'add', path: '/semantics/-', value: rule }]);
    expect(contract).toMatchObject({
      created: false,
      name: 'agreed',
      entityStatus: 'Active',
      description: 'why',
      sla: { refreshFrequency: 'P1D', retention: 'P2Y' },
    });
    const merged = await fixture.put(table, small, 'merge');
    expect((merged.semantics as Json[]).map(({ name }) => name)).toEqual(['polite', 'owned']);
    expect(await fixture.out(contract)).toMatchObject({ id: 'other', version: '3', price: { priceAmount: 9.95 } });
    const replaced = await fixture.put(table, small, 'replace');
    expect(replaced).toMatchObject({ name: 'agreed', sla: { retention: 'P2Y' } });
    for (const gone of ['description', 'schema', 'semantics', 'termsOfUse']) expect(replaced).not.toHaveProperty(gone);
    expect(await fixture.out(contract)).toEqual(small);
  });

  it('are made by a PUT where there is none, and stay as they are by the same PUT again', async () => {
    const table = await fixture.plainTable();
    const first = await fixture.put(table, documentFor(table.name), 'merge');
    const second = await fixture.put(table, documentFor(table.name), 'merge');
    expect([first.created, second.created, second.version]).toEqual([true, false, first.version]);
    expect(await fixture.out(first)).toEqual(documentFor(table.name));
  });

  it('that were no documents go out as valid ones, and come in again as they were', async () => {
    const table = await fixture.plainTable();
    const body = {
      entity: { id: table.id, type: 'table' },
      ...{ name: 'plain', entityStatus: 'Active', description: 'd', termsOfUse: '## Usage\n\nuse' },
      schema: [{ name: 'id', dataType: 'BIGINT', constraint: 'NOT_NULL' }],
      semantics: [{ name: 'owned', rule: { '!!': { var: 'owners' } } }, { name: 'text' }],
      sla: {
        refreshFrequency: 'P1D',
        maxLatency: 'PT1H30M',
        availability: 99.5,
        availabilityTime: '09:00',
        timezone: 'Europe/Berlin',
      },
      security: {
        dataClassification: 'Secret',
        policies: [{ accessPolicy: 'reader', rowFilters: [{ columnName: 'id', values: ['1'] }] }],
      },
    };
    const contract = await fixture.make('dataContract', body);
    const out = await fixture.out(contract);
    expect(schemaErrors(out)).toEqual([]);
    const copy = await fixture.create(await fixture.plainTable(), out, { objectName: table.name });
    for (const part of ['entityStatus', 'description', 'termsOfUse', 'schema', 'semantics', 'sla', 'security'])
      expect([part, copy[part]]).toEqual([part, contract[part]]);
  });

  it.each<[string, Json, string[]]>([
    [
      'a column that the asset lacks',
      { schema: [{ name: 'x', properties: [{ name: 'id' }, { name: 'gone' }] }] },
      ['schema[0].properties[1].name'],
    ],
    [
      'a column twice',
      { schema: [{ name: 'x', properties: [{ name: 'id' }, { name: 'id' }] }] },
      ['schema[0].properties[1].name'],
    ],
    ['several objects, none of them meant', { schema: [{ name: 'x' }, { name: 'y' }] }, ['objectName']],
    [
      'an SLA that cannot be read, in a document that is not valid',
      { odd: 1, slaProperties: [{ property: 'latency', value: 4, unit: 'parsecs' }] },
      ['slaProperties[0].value'],
    ],
  ])('refuse %s and name the place', async (_what, more, fields) => {
    const table = await fixture.plainTable();
    const document = { ...documentFor(table.name), ...more };
    const { code, details } = await refusal(fixture.create(table, document));
    expect([code, details?.map(({ field }) => field)]).toEqual(['BAD_REQUEST', fields]);
    const verdict = await fixture.odcs.check(ADMIN, fixture.target(table), document);
    expect([verdict.valid, verdict.errors.map(({ field }) => field)]).toEqual([false, fields]);
  });

  it('tell what they did not understand of a valid document', async () => {
    const table = await fixture.plainTable();
    const document = documentFor(table.name, {
      status: 'odd',
      slaProperties: [{ property: 'latency', value: 4, unit: 'parsecs' }],
    });
    const contract = await fixture.create(table, document);
    expect(contract.odcsImportReport.notUnderstood.map(({ path }) => path)).toEqual([
      'slaProperties[0].value',
      'status',
    ]);
    expect(contract.entityStatus).toBe('Draft');
    expect(await fixture.out(contract)).toEqual(document);
  });

  it('take a column that the asset lacks where that is wished, and check without storing', async () => {
    const table = await fixture.plainTable();
    const document = documentFor(table.name, { schema: [{ name: 'x', properties: [{ name: 'gone' }] }] });
    expect(await fixture.odcs.check(ADMIN, { ...fixture.target(table), allowDrift: true }, document)).toMatchObject({
      valid: true,
    });
    const contract = await fixture.create(table, document, { allowDrift: true });
    expect(await fixture.out(contract)).toEqual(document);
    expect(await fixture.odcs.check(ADMIN, { ...fixture.target(table), allowDrift: true }, document)).toMatchObject({
      valid: true,
    });
  });

  it('bulk: says of each object what became of it', async () => {
    const names = ['a1', 'b1', 'c1'].map((name) => `bulk_${name}`);
    const [first] = await Promise.all(
      names.slice(0, 2).map((name) => fixture.table(name, [{ name: 'id', dataType: 'INT' }])),
    );
    await fixture.create(first!, documentFor('x', { schema: [] }));
    const schema = [...names, 'bulk_b1'].map((name, at) => ({
      name,
      physicalName: `public.${name}`,
      properties: [{ name: at === 3 ? 'no' : 'id' }],
    }));
    const report = await fixture.bulk.create(ADMIN, fixture.service, { ...documentFor('x'), schema }, false);
    expect(report.results.map(({ status }) => status)).toEqual([409, 201, 404, 409]);
    expect(report).toMatchObject({ total: 4, created: 1, failed: 3 });
    const { code } = await refusal(fixture.bulk.create(ADMIN, 'no such service', documentFor('x'), false));
    expect(code).toBe('NOT_FOUND');
  });

  it('changing another’s document needs the permission to edit, also where nothing of ours changes', async () => {
    const table = await fixture.plainTable();
    await fixture.create(table, documentFor(table.name));
    const rules = [{ effect: 'allow', resources: ['all'], operations: ['ViewAll', 'ViewBasic'] }];
    const reader = { ...ADMIN, name: 'reader', id: table.id, isAdmin: false, rules } as unknown as typeof ADMIN;
    const document = documentFor(table.name, { price: { priceAmount: 1 } });
    const { code } = await refusal(fixture.odcs.put(reader, fixture.target(table), document, 'replace'));
    expect(code).toBe('FORBIDDEN');
  });
});
