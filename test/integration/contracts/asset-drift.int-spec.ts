import { ContractFixture, newName, refusal, wrongFields, type Document, type Json } from './contract.fixture';

let contracts: ContractFixture;
beforeAll(async () => {
  contracts = await ContractFixture.open();
});
afterAll(() => contracts.close());

const column = (name: string, dataType = 'BIGINT', more: Json = {}): Json => ({ name, dataType, ...more });
const promised = [column('id'), column('gone', 'STRING')];

describe('columns that the asset does not have', () => {
  it('are taken with allowDrift by POST, PUT and PATCH', async () => {
    const table = await contracts.table();
    const entity = { id: table.id, type: 'table' };
    const made = await contracts.create({ name: 'c', entity, schema: promised }, { allowDrift: true });
    expect(made.schema).toEqual(promised);
    const more = [...promised, column('never')];
    expect((await contracts.put({ name: 'c', entity, schema: more }, { allowDrift: true })).schema).toEqual(more);
    const operations = [{ op: 'add', path: '/schema/-', value: column('nowhere') }];
    expect(await wrongFields(contracts.patch(made, operations))).toEqual(['schema[3].name']);
    expect((await contracts.patch(made, operations, { allowDrift: true })).schema).toHaveLength(4);
  });

  it('do not become allowed on an asset that has none', async () => {
    const dashboard = await asset('dashboard');
    const entity = { id: dashboard.id, type: 'dashboard' };
    expect(await wrongFields(contracts.create({ entity, schema: promised }, { allowDrift: true }))).toEqual(['schema']);
  });

  it('stay editable where the asset has lost them since, in every way of writing', async () => {
    const table = await contracts.table({ columns: [column('id'), column('gone', 'STRING')] });
    const made = await contracts.contract({ name: 'c', schema: promised }, table);
    await contracts.setColumns(table, [column('id')]);
    const patched = await contracts.patch(made, [{ op: 'add', path: '/description', value: 'still here' }]);
    expect(patched).toMatchObject({ schema: promised, description: 'still here', version: 0.2 });
    const entity = { id: table.id, type: 'table' };
    const described = [column('id'), column('gone', 'STRING', { description: 'lost' })];
    expect((await contracts.put({ name: 'c', entity, schema: described })).schema).toEqual(described);
    expect(await wrongFields(contracts.put({ name: 'c', entity, schema: [...described, column('other')] }))).toEqual([
      'schema[2].name',
    ]);
    const without = await contracts.put({ name: 'c', entity, schema: [column('id')] });
    expect(without.schema).toEqual([column('id')]);
    expect(await wrongFields(contracts.put({ name: 'c', entity, schema: promised }))).toEqual(['schema[1].name']);
  });
});

describe('what the contract of each asset type can have', () => {
  it.each<[string, Json, Json[], string]>([
    [
      'topic',
      { messageSchema: { schemaType: 'Avro', schemaFields: [column('R', 'RECORD', { children: [column('a')] })] } },
      [column('a')],
      'R',
    ],
    ['container', { dataModel: { columns: [column('a')] } }, [column('a')], 'b'],
    ['dashboardDataModel', { columns: [column('a')] }, [column('a')], 'b'],
    ['searchIndex', { fields: [{ name: 'a', dataType: 'KEYWORD' }] }, [column('a', 'STRING')], 'b'],
    [
      'apiEndpoint',
      { requestSchema: { schemaFields: [column('a')] }, responseSchema: { schemaFields: [column('b')] } },
      [column('a'), column('b')],
      'c',
    ],
  ])('%s: its columns', async (type, more, schema, unknown) => {
    const subject = await asset(type, more);
    const entity = { id: subject.id, type };
    expect(await wrongFields(contracts.create({ entity, schema: [...schema, column(unknown)] }))).toEqual([
      `schema[${schema.length}].name`,
    ]);
    expect(await contracts.create({ entity, schema })).toMatchObject({ schema, entity: { id: subject.id, type } });
  });

  it.each(['dashboard', 'pipeline', 'mlmodel', 'storedProcedure', 'dataProduct'])(
    '%s: no columns, all the rest',
    async (type) => {
      const subject = await asset(type);
      const entity = { id: subject.id, type };
      expect(await wrongFields(contracts.create({ entity, schema: [column('a')] }))).toEqual(['schema']);
      const rest = {
        semantics: [{ name: 'hasOwner', enabled: true }],
        sla: { availability: 99 },
        termsOfUse: 'T',
        security: { dataClassification: 'PII' },
      };
      expect(await contracts.create({ entity, ...rest })).toMatchObject(rest);
    },
  );

  it('test cases for tables alone', async () => {
    const testCase = await contracts.testCase(await contracts.table());
    const topic = await asset('topic');
    const body = { entity: { id: topic.id, type: 'topic' }, qualityExpectations: [testCase.fullyQualifiedName] };
    const error = await refusal(contracts.create(body));
    expect(error.details).toEqual([
      { field: 'qualityExpectations', message: expect.stringContaining('allowed for: table') as string },
    ]);
  });
});

/** The service, and what else stands above an asset of the type. */
const ABOVE: Readonly<Record<string, { service: string; serviceType: string }>> = {
  topic: { service: 'messagingService', serviceType: 'Kafka' },
  container: { service: 'storageService', serviceType: 'S3' },
  dashboard: { service: 'dashboardService', serviceType: 'Superset' },
  dashboardDataModel: { service: 'dashboardService', serviceType: 'Superset' },
  searchIndex: { service: 'searchService', serviceType: 'ElasticSearch' },
  pipeline: { service: 'pipelineService', serviceType: 'Airflow' },
  mlmodel: { service: 'mlmodelService', serviceType: 'Mlflow' },
};

const REQUIRED: Readonly<Record<string, Json>> = {
  topic: { partitions: 1 },
  searchIndex: { fields: [] },
  dashboardDataModel: { dataModelType: 'SupersetDataModel', columns: [] },
  mlmodel: { algorithm: 'trees' },
};

async function asset(type: string, more: Json = {}): Promise<Document> {
  return contracts.make(type, { ...(await parentOf(type)), ...REQUIRED[type], ...more });
}

async function parentOf(type: string): Promise<Json> {
  const above = ABOVE[type];
  if (above)
    return { service: (await contracts.make(above.service, { serviceType: above.serviceType })).fullyQualifiedName };
  if (type === 'storedProcedure')
    return { databaseSchema: contracts.schema, storedProcedureCode: { language: 'SQL', code: 'select 1' } };
  if (type === 'apiEndpoint') {
    const service = await contracts.make('apiService', { serviceType: 'Rest' });
    const collection = await contracts.make('apiCollection', {
      service: service.fullyQualifiedName,
      endpointURL: 'https://example.org/api',
    });
    return { apiCollection: collection.fullyQualifiedName, endpointURL: 'https://example.org/api/x' };
  }
  const domain = await contracts.make('domain', { name: newName('domain'), domainType: 'Aggregate', description: 'd' });
  return { domains: [domain.fullyQualifiedName], description: 'd' };
}
