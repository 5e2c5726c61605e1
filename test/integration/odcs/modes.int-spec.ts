import { randomUUID } from 'node:crypto';
import { schemaErrors } from '../../../libs/contracts/src/odcs/strict/official-schema';
import { documentFor, refusal } from './agreed-document';
import { ADMIN, OdcsFixture, type Json } from './odcs.fixture';

describe('imports', () => {
  let fixture: OdcsFixture;

  beforeAll(async () => {
    fixture = await OdcsFixture.open();
  });
  afterAll(() => fixture?.close());

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

  it.each([
    ['before, of a document', true],
    ['never before', false],
  ])(
    'merge: one object under another name is the one of the contract, which was imported %s',
    async (_when, isImported) => {
      const table = await fixture.plainTable();
      const contract = isImported
        ? await fixture.create(table, documentFor(table.name))
        : await fixture.make('dataContract', {
            ...{ name: 'plain', entity: { id: table.id, type: 'table' } },
            schema: [{ name: 'id', dataType: 'INT' }],
          });
      const properties = [
        { name: 'id', physicalType: 'bigint', unique: true },
        { name: 'note', physicalType: 'varchar(40)' },
      ];
      const sent = { apiVersion: 'v3.1.0', kind: 'DataContract', id: 'x', version: '1', status: 'active' };
      const merged = await fixture.put(table, { ...sent, schema: [{ name: 'Renamed', properties }] }, 'merge');
      expect(merged.id).toBe(contract.id);
      expect(merged.schema).toMatchObject([
        { name: 'id', dataType: 'BIGINT', constraint: isImported ? 'PRIMARY_KEY' : 'UNIQUE' },
        { name: 'note', dataType: 'VARCHAR', dataLength: 40 },
      ]);
      const { schema } = (await fixture.out(contract)) as { schema: Json[] };
      expect(schema.map(({ name }) => name)).toEqual(['Renamed']);
      const again = await fixture.put(table, { ...sent, schema: [{ name: 'Renamed', properties }] }, 'merge');
      expect([again.version, again.schema]).toEqual([merged.version, merged.schema]);
    },
  );

  it('merge: what the document does not say stays word for word', async () => {
    const table = await fixture.plainTable();
    const said = {
      description: 'why',
      termsOfUse: 'Ask us first.',
      schema: [{ name: 'id', dataType: 'BIGINT', displayName: 'Id', tags: [] }],
      semantics: [{ name: 'owned', rule: '{"!!": {"var": "owners"}}' }],
      sla: {
        refreshFrequency: { interval: 1, unit: 'day' },
        retention: { period: 2, unit: 'year' },
        availability: 99.5,
      },
      security: { dataClassification: 'Secret', policies: [{ accessPolicy: 'reader', identities: ['a'] }] },
    };
    await fixture.make('dataContract', { name: 'plain', entity: { id: table.id, type: 'table' }, ...said });
    const sent = { apiVersion: 'v3.1.0', kind: 'DataContract', id: 'x', version: '1', status: 'active' };
    const availability = [{ property: 'availability', value: 98 }];
    const merged = await fixture.put(table, { ...sent, slaProperties: availability }, 'merge');
    expect(merged).toMatchObject({ ...said, entityStatus: 'Active', sla: { ...said.sla, availability: 98 } });
    const limited = await fixture.put(table, { ...sent, description: { limitations: 'Not on Mondays.' } }, 'merge');
    expect(limited.termsOfUse).toBe('## Usage\n\nAsk us first.\n\n## Limitations\n\nNot on Mondays.');
    expect(limited).toMatchObject({ schema: said.schema, semantics: said.semantics, security: said.security });
  });

  it('merge: a column is found by each name that the platform reads alike, and is called as the document does', async () => {
    const address = { name: 'home', dataType: 'STRUCT', children: [{ name: 'zip', dataType: 'INT' }] };
    const columns = [{ name: 'id', dataType: 'BIGINT' }, { name: 'note', dataType: 'TEXT' }, address];
    const table = await fixture.table(`t_${randomUUID().slice(0, 13)}`, columns);
    const sent = { apiVersion: 'v3.1.0', kind: 'DataContract', id: 'x', version: '1', status: 'active' };
    const written = (properties: object[]): Json => ({ ...sent, schema: [{ name: 'any', properties }] });
    const home = (zip: object): object => ({ name: 'home', logicalType: 'object', properties: [zip] });
    const first = [
      { name: 'Key', physicalName: 'id', physicalType: 'bigint' },
      { name: 'note', physicalType: 'text', description: 'Said.' },
      home({ name: 'zip', logicalType: 'integer' }),
    ];
    await fixture.create(table, written(first));
    const next = [{ name: 'ID', required: true }, { name: 'NOTE' }, home({ name: 'ZIP', description: 'Of the post.' })];
    const merged = await fixture.put(table, written(next), 'merge');
    expect(merged.schema).toMatchObject([
      { name: 'id', dataType: 'BIGINT', constraint: 'NOT_NULL' },
      { name: 'NOTE', dataType: 'TEXT', description: 'Said.' },
      { name: 'home', children: [{ name: 'ZIP', description: 'Of the post.' }] },
    ]);
    const { schema } = (await fixture.out(merged)) as { schema: { properties: Json[] }[] };
    expect(schema[0]?.properties.map(({ name }) => name)).toEqual(['ID', 'NOTE', 'home']);
    expect((await fixture.put(table, written(next), 'merge')).version).toBe(merged.version);
  });

  it('merge: a refusal names the place in the document that was sent', async () => {
    const table = await fixture.plainTable();
    await fixture.create(table, documentFor(table.name));
    const sent = { apiVersion: 'v3.1.0', kind: 'DataContract', id: 'x', version: '1', status: 'active' };
    const schema = [{ name: table.name, properties: [{ name: 'gone', physicalType: 'int' }] }];
    const { details } = await refusal(fixture.put(table, { ...sent, schema }, 'merge'));
    expect(details?.map(({ field }) => field)).toEqual(['schema[0].properties[0].name']);
  });

  it('are made by a PUT where there is none, and stay as they are by the same PUT again', async () => {
    const table = await fixture.plainTable();
    const first = await fixture.put(table, documentFor(table.name), 'merge');
    const second = await fixture.put(table, documentFor(table.name), 'merge');
    expect([first.created, second.created, second.version]).toEqual([true, false, first.version]);
    expect(await fixture.out(first)).toEqual(documentFor(table.name));
  });

  it('make a version of a change that only the document shows, where it is one of its promises', async () => {
    const table = await fixture.plainTable();
    const withRate = (value: number, more: Json = {}): Json => {
      const document = documentFor(table.name, more);
      return { ...document, slaProperties: [...(document.slaProperties as Json[]), { property: 'errorRate', value }] };
    };
    const first = await fixture.put(table, withRate(1), 'replace');
    const reworded = await fixture.put(table, withRate(1, { price: { priceAmount: 1 } }), 'replace');
    expect(reworded.version).toBe(first.version);
    const other = await fixture.put(table, withRate(2), 'replace');
    expect(other).toMatchObject({ version: 0.2, changeDescription: { fieldsUpdated: [{ name: 'odcs' }] } });
    expect((await fixture.put(table, withRate(2), 'merge')).version).toBe(0.2);
  });

  it('come back by a PUT when they were deleted, as the contract that they were', async () => {
    const table = await fixture.plainTable();
    const contract = await fixture.create(table, documentFor(table.name));
    await fixture.remove(contract);
    const document = documentFor(table.name, { id: randomUUID(), version: '4' });
    const back = await fixture.put(table, document, 'merge');
    expect([back.id, back.created]).toEqual([contract.id, false]);
    expect(await fixture.out(contract)).toEqual(document);
  });

  it.each([
    '## Usage\n\nuse',
    'use',
    'use\n\n## Limitations\n\nnot that',
    '## Limitations\n\nnot that',
    '## Usage\n\na\n\n## Limitations\n\nb',
  ])('that were no documents go out as valid ones, and come in again as they were: %j', async (termsOfUse) => {
    const table = await fixture.plainTable();
    const body = {
      entity: { id: table.id, type: 'table' },
      ...{ name: 'plain', entityStatus: 'Active', description: 'd', termsOfUse },
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
    for (const part of ['entityStatus', 'description', 'termsOfUse', 'semantics', 'sla', 'security'])
      expect([part, copy[part]]).toEqual([part, contract[part]]);
    const written = { dataTypeDisplay: 'BIGINT', extension: { logicalType: 'integer' } };
    expect(copy.schema).toEqual((contract.schema as object[]).map((column) => ({ ...column, ...written })));
  });

  it('say after each change whether the terms have our headings', async () => {
    const table = await fixture.plainTable();
    const entity = { id: table.id, type: 'table' };
    const contract = await fixture.make('dataContract', { name: 'terms', entity, termsOfUse: 'first' });
    for (const termsOfUse of ['plain', '## Usage\n\nplain', 'plain', 'other', '## Limitations\n\nother', 'plain']) {
      await fixture.patch(contract, [{ op: 'add', path: '/termsOfUse', value: termsOfUse }]);
      const replaced = await fixture.put(table, await fixture.out(contract), 'replace');
      expect(replaced.termsOfUse).toBe(termsOfUse);
    }
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

  it('bulk: an asset that is hidden from the sender is as one that is not there', async () => {
    const user = await fixture.make('user', { name: 'odcs_sender', email: 'odcs_sender@example.com' });
    await fixture.table('bulk_hidden', [{ name: 'id', dataType: 'INT' }]);
    const owned = { databaseSchema: fixture.schema, columns: [{ name: 'id', dataType: 'INT' }], owners: [user.id] };
    await fixture.make('table', { ...owned, name: 'bulk_seen' });
    const rules = [
      { effect: 'allow', resources: ['All'], operations: ['All'] },
      { effect: 'deny', resources: ['table'], operations: ['ViewAll'], condition: '!isOwner()' },
    ];
    const sender = {
      ...ADMIN,
      id: user.id,
      isAdmin: false,
      ownerIds: new Set([user.id]),
      rules,
    } as unknown as typeof ADMIN;
    const schema = ['bulk_seen', 'bulk_hidden', 'bulk_nowhere'].map((name) => ({ name, properties: [{ name: 'id' }] }));
    const { results } = await fixture.bulk.create(sender, fixture.service, { ...documentFor('x'), schema }, false);
    expect(results[0]).toMatchObject({ object: 'bulk_seen', status: 201 });
    expect(results[1]).toEqual({ ...results[2], object: 'bulk_hidden' });
    expect(results[2]).toMatchObject({ status: 404 });
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
