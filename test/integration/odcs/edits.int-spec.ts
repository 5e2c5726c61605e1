import { entityTypes } from '@app/catalog';
import { schemaErrors } from '../../../libs/contracts/src/odcs/strict/official-schema';
import { documentFor } from './agreed-document';
import { ADMIN, OdcsFixture, type Entity, type Json } from './odcs.fixture';

const ID = '7d1a1f0e-7c55-4a0e-9f4b-0d2b9c7a1e55';
const clone = (document: Json): Json => structuredClone(document);

describe('imported contracts', () => {
  let fixture: OdcsFixture;

  beforeAll(async () => {
    fixture = await OdcsFixture.open();
  });
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
    const { mapped, kept, notUnderstood, notJudged } = contract.odcsImportReport;
    expect(mapped).toEqual(
      expect.arrayContaining(['name', 'status', 'slaProperties[0]', 'schema[0].properties[1].physicalName']),
    );
    expect(kept).toEqual(expect.arrayContaining(['id', 'version', 'price', 'domain', 'support']));
    expect(notJudged).toContainEqual({ path: 'slaProperties[1]', reason: 'unknownSla' });
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

  it('of 3.0 go out as a later version with the metrics that their rules mean', async () => {
    const table = await fixture.plainTable();
    const document = documentFor(table.name, { apiVersion: 'v3.0.2' });
    const rule = { rule: 'rowCount', mustBeGreaterThan: 10 };
    (document.schema as Json[])[0]!.quality = [rule];
    const contract = await fixture.create(table, document);
    expect((contract.qualityExpectations as Entity[]).map(({ name }) => name)).toEqual(['rowCount']);
    expect(await fixture.out(contract)).toEqual(document);
    const later = await fixture.out(contract, 'v3.1.0');
    expect((later.schema as Json[])[0]!.quality).toEqual([{ ...rule, metric: 'rowCount' }]);
    expect(later.customProperties).toEqual(document.customProperties);
    expect(schemaErrors(later)).toEqual([]);
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

  it('of rules with a severity have test cases of that severity', async () => {
    const table = await fixture.plainTable();
    const document = documentFor(table.name, { apiVersion: 'v3.1.0' });
    const rule = { type: 'sql', name: 'no orphans', query: 'select 1', mustBe: 0, severity: 'warning' };
    const object = (document.schema as Json[])[0]!;
    object.quality = [rule];
    const contract = await fixture.create(table, document);
    const { id } = (contract.qualityExpectations as Entity[])[0]!;
    const type = entityTypes.get('testCase');
    const operations = [{ op: 'add', path: '/extension/note', value: 'ours' }];
    const { json } = await fixture.writer.patch(ADMIN, type, { id }, operations);
    expect((JSON.parse(json) as Json).extension).toEqual({ severity: 'warning', note: 'ours' });
    expect(await fixture.out(contract)).toEqual(document);
    await fixture.put(
      table,
      { ...document, schema: [{ ...object, quality: [{ ...rule, severity: 'error' }] }] },
      'replace',
    );
    const { json: changed } = await fixture.reader.get(ADMIN, type, { id }, 'extension', 'non-deleted');
    expect((JSON.parse(changed) as Json).extension).toEqual({ severity: 'error', note: 'ours' });
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
});
