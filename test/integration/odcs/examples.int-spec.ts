import { dataContractType } from '@app/contracts';
import { schemaErrors } from '../../../libs/contracts/src/odcs/strict/official-schema';
import { describeUnless } from '../../support/unless-refused';
import { leavesOf, listsOf } from '../../../libs/contracts/src/odcs/mapping/report-lists.cases';
import { example, missingExamples, OdcsFixture, ADMIN, type Imported, type Json } from './odcs.fixture';

interface Property extends Json {
  readonly name: string;
  readonly physicalName?: string;
  readonly items?: { readonly properties?: readonly Property[] };
  readonly properties?: readonly Property[];
}
interface SchemaObject extends Json {
  readonly name: string;
  readonly physicalName?: string;
  readonly properties: readonly Property[];
}

/** Columns as a database would have them, for the properties of a document. */
function columnsOf(properties: readonly Property[]): Json[] {
  return properties.map(({ name, physicalName, items, properties: own }) => {
    const children = columnsOf(own ?? items?.properties ?? []);
    return { name: physicalName ?? name, dataType: children.length ? 'STRUCT' : 'TEXT', children };
  });
}

/** Each leaf of a document lies in one list of the report. */
function expectLeavesOnce(document: Json, { odcsImportReport }: Pick<Imported, 'odcsImportReport'>): void {
  for (const leaf of leavesOf(document))
    expect([leaf, listsOf(odcsImportReport, leaf)]).toEqual([leaf, [expect.any(String)]]);
}

describeUnless(missingExamples, 'published documents', () => {
  let fixture: OdcsFixture;

  beforeAll(async () => {
    fixture = await OdcsFixture.open();
  });
  afterAll(() => fixture?.close());

  const tableFor = ({ name, physicalName, properties }: SchemaObject): ReturnType<OdcsFixture['table']> =>
    fixture.table(`${physicalName ?? name}`, columnsOf(properties));

  it.each(['full-example', 'all-schema-types', 'kafka-schema'])(
    '%s comes back as it came, for each of its objects',
    async (name) => {
      const document = example(name);
      for (const object of document.schema as SchemaObject[]) {
        const schema = await fixture.make('databaseSchema', {
          name: `${name}-${object.name}`,
          database: `${fixture.service}.db`,
        });
        const columns = columnsOf(object.properties);
        const table = await fixture.make('table', {
          name: 'other',
          databaseSchema: schema.fullyQualifiedName,
          columns,
        });
        const contract = await fixture.create(table, document, { objectName: object.name });
        expect(await fixture.out(contract)).toEqual(example(name));
        const { mapped, notUnderstood } = contract.odcsImportReport;
        expect(mapped).toContain('apiVersion');
        // It names columns of a table that it does not have.
        expect(notUnderstood.filter(({ path }) => path.startsWith('sla') && !path.endsWith('.element'))).toEqual([]);
        expectLeavesOnce(document, contract);
      }
    },
  );

  it.each(['database-table-sla', 'service-and-operational-roles'])('%s comes back as it came', async (name) => {
    const contract = await fixture.create(await fixture.plainTable(), example(name));
    expect(await fixture.out(contract)).toEqual(example(name));
    expectLeavesOnce(example(name), contract);
  });

  it('the SLA of the full example is ours', async () => {
    const { sla } = await fixture.create(await fixture.plainTable(), example('database-table-sla'));
    expect(sla).toEqual({
      maxLatency: 'P4D',
      retention: 'P3Y',
      refreshFrequency: 'P1D',
      availabilityTime: '09:00-08:00',
    });
  });

  it('a database of 68 tables comes in at once, and each contract goes out as it came', async () => {
    const document = example('postgresql-adventureworks-contract');
    const objects = document.schema as SchemaObject[];
    for (const object of objects) await tableFor(object);
    const report = await fixture.bulk.create(ADMIN, fixture.service, document, false);
    expect(report).toMatchObject({ total: 68, created: 68, failed: 0 });
    let columns = 0;
    for (const { contract, object } of report.results) {
      const out = await fixture.out(contract as { id: string });
      expect(out).toEqual(document);
      const { json } = await fixture.reader.get(ADMIN, dataContractType, { id: contract!.id }, undefined, 'all');
      const { schema } = JSON.parse(json) as { schema: Json[] };
      if (columns === 0) expectLeavesOnce(document, { odcsImportReport: report.results[0]!.odcsImportReport! });
      const wanted = objects.find(({ name }) => name === object)!.properties.map(({ name }) => name);
      expect(schema.map(({ name }) => name)).toEqual(wanted);
      columns += schema.length;
    }
    expect(columns).toBe(456);
    expect(schemaErrors(document)).toEqual([]);
    // The id of the document is one for all: the first contract has it.
    expect(report.results.filter(({ contract }) => contract!.id === document.id)).toHaveLength(1);
  });
});
