import { ContractWorld, unique, type Asset, type Contract, type Result } from './contract-world';

interface Field {
  readonly name: string;
  readonly dataType: string;
  readonly dataTypeDisplay?: string;
  readonly fullyQualifiedName?: string;
  readonly description?: string;
  readonly displayName?: string;
  readonly tags?: readonly { readonly tagFQN: string }[];
  readonly children?: readonly Field[];
}

interface Schema {
  readonly schemaText?: string;
  readonly schemaFields?: readonly Field[];
  readonly schemaNotes?: readonly { readonly field: string; readonly message: string }[];
}

interface Described extends Asset {
  readonly version: number;
  readonly messageSchema?: Schema;
  readonly requestSchema?: Schema;
  readonly responseSchema?: Schema;
}

const avro = (...fields: object[]): string => JSON.stringify({ type: 'record', name: 'Order', fields });
const ORDER_ID = { name: 'order_id', type: 'long', doc: 'Its key' };
const NOTE = { name: 'note', type: ['null', 'string'] };
const AVRO = avro(ORDER_ID, NOTE, {
  name: 'lines',
  type: { type: 'array', items: { type: 'record', name: 'Line', fields: [{ name: 'sku', type: 'string' }] } },
});
const PROTOBUF = `syntax = "proto3";
  message Line { string sku = 1; }
  message Order { int64 order_id = 1; optional string note = 2; repeated Line lines = 3; }`;
const JSON_SCHEMA = JSON.stringify({
  title: 'Order',
  type: 'object',
  required: ['order_id'],
  properties: {
    order_id: { type: 'integer', format: 'int64' },
    note: { type: 'string' },
    lines: { type: 'array', items: { $ref: '#/$defs/Line' } },
  },
  $defs: { Line: { type: 'object', properties: { sku: { type: 'string' } } } },
});

let world: ContractWorld;
let broker: string;

beforeAll(async () => {
  world = await ContractWorld.shared();
  broker = unique('broker');
  await world.client.must('POST', '/services/messagingServices', { name: broker, serviceType: 'Kafka' });
});

const topicBody = (messageSchema: object, name = unique('orders')) => ({
  name,
  service: broker,
  partitions: 1,
  messageSchema,
});
const topic = (messageSchema: object) => world.client.must<Described>('POST', '/topics', topicBody(messageSchema));
const patched = (id: string, ...operations: object[]) =>
  world.client.must<Described>('PATCH', `/topics/${id}`, operations, { 'content-type': 'application/json-patch+json' });
const set = (path: string, value: unknown) => ({ op: 'add', path: `/messageSchema/${path}`, value });
const namesIn = ({ messageSchema }: Described) => messageSchema!.schemaFields?.[0]?.children?.map(({ name }) => name);

async function judged(type: string, id: string, schema: readonly object[]): Promise<Result> {
  const body = { name: 'promise', entity: { id, type }, schema };
  const contract = await world.client.must<Contract>('PUT', '/dataContracts?allowDrift=true', body);
  return world.client.must<Result>('POST', `/dataContracts/${contract.id}/validate?fields=details`);
}

describe.each([
  ['Avro', AVRO],
  ['Protobuf', PROTOBUF],
  ['JSON', JSON_SCHEMA],
])('a topic whose messages are described in %s', (schemaType, schemaText) => {
  it('has the fields of the text, with names of their own', async () => {
    const { id, fullyQualifiedName: fqn } = await topic({ schemaType, schemaText });
    const { messageSchema } = await world.client.must<Described>('GET', `/topics/${id}?fields=messageSchema`);
    expect(messageSchema!.schemaText).toBe(schemaText);
    expect(messageSchema).not.toHaveProperty('schemaNotes');
    const [order] = messageSchema!.schemaFields!;
    expect(order).toMatchObject({ name: 'Order', dataType: 'RECORD', fullyQualifiedName: `${fqn}.Order` });
    expect(order!.children).toMatchObject([
      { name: 'order_id', dataType: 'LONG', constraint: 'NOT_NULL', fullyQualifiedName: `${fqn}.Order.order_id` },
      { name: 'note', dataType: 'STRING', constraint: 'NULL', tags: [] },
      { name: 'lines', dataType: 'ARRAY', dataTypeDisplay: 'array<record>', children: [{ name: 'sku' }] },
    ]);
  });

  it('is judged by them', async () => {
    const { id } = await topic({ schemaType, schemaText });
    const kept = await judged('topic', id, [
      { name: 'order_id', dataType: 'BIGINT', constraint: 'NOT_NULL' },
      { name: 'note', dataType: 'STRING' },
      { name: 'lines', dataType: 'ARRAY', arrayDataType: 'UNKNOWN', children: [{ name: 'sku', dataType: 'STRING' }] },
    ]);
    expect(kept).toMatchObject({
      contractExecutionStatus: 'Success',
      schemaValidation: { passed: 4, failed: 0, total: 4 },
    });
    const broken = await judged('topic', id, [
      { name: 'order_id', dataType: 'STRING' },
      { name: 'note', dataType: 'STRING', constraint: 'NOT_NULL' },
      { name: 'price', dataType: 'DOUBLE' },
    ]);
    expect(broken).toMatchObject({
      contractExecutionStatus: 'Failed',
      schemaValidation: { passed: 0, failed: 3, total: 3, failedFields: ['order_id', 'note', 'price'] },
    });
  });
});

describe('an API endpoint whose answer is described as text', () => {
  it('has the members of the answer as fields, and is judged by them', async () => {
    const service = unique('api');
    await world.client.must('POST', '/services/apiServices', { name: service, serviceType: 'Rest' });
    await world.client.must('POST', '/apiCollections', { name: 'orders', service });
    const list = JSON.stringify({
      type: 'array',
      items: JSON.parse(JSON_SCHEMA) as object,
      $defs: (JSON.parse(JSON_SCHEMA) as { $defs: object }).$defs,
    });
    const body = {
      name: 'list_orders',
      apiCollection: `${service}.orders`,
      requestSchema: { schemaType: 'Protobuf', schemaText: 'syntax = "proto3"; message List { int32 limit = 1; }' },
      responseSchema: { schemaType: 'JSON', schemaText: list },
    };
    const { id, requestSchema, responseSchema } = await world.client.must<Described>('POST', '/apiEndpoints', body);
    expect(requestSchema!.schemaFields).toMatchObject([{ name: 'limit', dataType: 'INT' }]);
    expect(responseSchema!.schemaFields!.map(({ name }) => name)).toEqual(['order_id', 'note', 'lines']);
    const promised = [
      { name: 'limit', dataType: 'INT' },
      { name: 'order_id', dataType: 'BIGINT' },
    ];
    expect(await judged('apiEndpoint', id, promised)).toMatchObject({ contractExecutionStatus: 'Success' });
    expect(
      await judged('apiEndpoint', id, [
        { name: 'order_id', dataType: 'INT' },
        { name: 'at', dataType: 'DATE' },
      ]),
    ).toMatchObject({
      schemaValidation: { failedFields: ['at'] },
    });
  });
});

describe('the fields of a topic', () => {
  it('that are sent win over those of its text', async () => {
    const made = await topic({
      schemaType: 'Avro',
      schemaText: AVRO,
      schemaFields: [{ name: 'mine', dataType: 'INT' }],
    });
    expect(made.messageSchema!.schemaFields).toMatchObject([{ name: 'mine', dataType: 'INT' }]);
    const changed = await patched(made.id, set('schemaText', avro(NOTE)));
    expect(changed.messageSchema!.schemaFields).toMatchObject([{ name: 'mine', dataType: 'INT' }]);
  });

  it('follow its text by PUT and by PATCH, and a removed field breaks readers', async () => {
    const body = topicBody({ schemaType: 'Avro', schemaText: AVRO });
    const { id, version } = await world.client.must<Described>('POST', '/topics', body);
    const same = await world.client.must<Described>('PUT', '/topics', body);
    expect(same.version).toBe(version);
    const put = await world.client.must<Described>('PUT', '/topics', {
      ...body,
      messageSchema: { schemaType: 'Avro', schemaText: avro(ORDER_ID, NOTE) },
    });
    expect([namesIn(put), put.version]).toEqual([['order_id', 'note'], 1.1]);
    const byPatch = await patched(id, set('schemaText', avro(ORDER_ID, { name: 'at', type: 'long' }, NOTE)));
    expect([namesIn(byPatch), byPatch.version]).toEqual([['order_id', 'at', 'note'], 1.2]);
  });

  it('keep what people added to them when the text changes', async () => {
    const tag = unique('tag');
    await world.client.must('POST', '/classifications', { name: tag, description: 'a' });
    await world.client.must('POST', '/tags', { name: 'key', classification: tag, description: 'a' });
    const { id } = await topic({ schemaType: 'Avro', schemaText: avro(ORDER_ID, NOTE) });
    const field = 'schemaFields/0/children';
    await patched(
      id,
      set(`${field}/0/tags`, [{ tagFQN: `${tag}.key` }]),
      set(`${field}/1/displayName`, 'Note'),
      set(`${field}/1/description`, 'What they said'),
    );
    const { messageSchema } = await patched(id, set('schemaText', avro({ name: 'new', type: 'int' }, ORDER_ID, NOTE)));
    expect(messageSchema!.schemaFields![0]!.children).toMatchObject([
      { name: 'new', tags: [] },
      { name: 'order_id', description: 'Its key', tags: [{ tagFQN: `${tag}.key` }] },
      { name: 'note', displayName: 'Note', description: 'What they said' },
    ]);
  });

  it('that people changed stay when the text changes', async () => {
    const { id } = await topic({ schemaType: 'Avro', schemaText: avro(ORDER_ID) });
    await patched(id, set('schemaFields/0/children/-', { name: 'extra', dataType: 'INT' }));
    expect(namesIn(await patched(id, set('schemaText', avro(NOTE))))).toEqual(['order_id', 'extra']);
    expect(namesIn(await patched(id, { op: 'remove', path: '/messageSchema/schemaFields' }))).toEqual(['note']);
  });

  it('are found by search, and are what lineage and ODCS speak of', async () => {
    const field = unique('distinct').replaceAll('_', '');
    const { id, fullyQualifiedName: fqn } = await topic({
      schemaType: 'Avro',
      schemaText: avro({ name: field, type: 'long' }),
    });
    const { id: other, fullyQualifiedName: otherFqn } = await topic({ schemaType: 'Avro', schemaText: AVRO });
    const found = await world.client.must<{ hits: { hits: { _source: Asset }[] } }>(
      'GET',
      `/search/query?q=${field}&index=topic`,
    );
    expect(found.hits.hits.map(({ _source }) => _source.fullyQualifiedName)).toEqual([fqn]);
    const columnsLineage = [{ fromColumns: [`${fqn}.Order.${field}`], toColumn: `${otherFqn}.Order.order_id` }];
    const edge = {
      fromEntity: { id, type: 'topic' },
      toEntity: { id: other, type: 'topic' },
      lineageDetails: { columnsLineage },
    };
    expect(await world.client.put('/lineage', { edge })).toMatchObject({ status: 200 });
    const imported = await world.client.must<Contract>('POST', `/dataContracts/odcs?entityId=${id}&entityType=topic`, {
      ...{ apiVersion: 'v3.1.0', kind: 'DataContract', id: 'a', version: '1.0.0', status: 'active' },
      schema: [{ name: 'Order', properties: [{ name: field, logicalType: 'integer' }] }],
    });
    expect(imported.schema).toMatchObject([{ name: field }]);
  });
});

describe('a text that cannot be read', () => {
  it.each([
    ['Avro', '{"type": ', 'schemaText', 'is no JSON'],
    ['Protobuf', 'message {', 'schemaText', 'is no file of Protobuf: it has "{" where the name of a message is to be'],
    ['JSON', '[]', 'schemaText', 'is no JSON Schema'],
    ['JSON', '{"properties":{"a":{"$ref":"other.json"}}}', 'a', 'The text has no other.json'],
    ['Protobuf', 'message A { shop.Money price = 1; }', 'price', 'Its type shop.Money is not defined in the text'],
    [undefined, AVRO, 'schemaType', 'is missing'],
  ])('of %s is stored and noted: %s', async (schemaType, schemaText, field, message) => {
    const { id, messageSchema } = await topic({ ...(schemaType && { schemaType }), schemaText });
    expect(messageSchema).toMatchObject({
      schemaText,
      schemaNotes: [{ field, message: expect.stringContaining(message) as string }],
    });
    const described = await patched(id, { op: 'add', path: '/description', value: 'What happens to orders' });
    expect(described.messageSchema!.schemaNotes).toEqual(messageSchema!.schemaNotes);
    const mended = await patched(id, set('schemaType', 'Avro'), set('schemaText', AVRO));
    expect(mended.messageSchema).not.toHaveProperty('schemaNotes');
    expect(namesIn(mended)).toEqual(['order_id', 'note', 'lines']);
  });

  it('of another language says nothing', async () => {
    const { messageSchema } = await topic({ schemaType: 'Other', schemaText: 'namespace shop; table Order {}' });
    expect(messageSchema).toEqual({ schemaType: 'Other', schemaText: 'namespace shop; table Order {}' });
  });
});

it('a client of OpenMetadata sees the members and types that its models have', async () => {
  const text = avro(
    { name: 'total', type: { type: 'bytes', logicalType: 'decimal', precision: 9, scale: 2 } },
    { name: 'x', type: 'y.Z' },
  );
  const headers = { 'x-compatibility': 'openmetadata' };
  const body = topicBody({ schemaType: 'Avro', schemaText: text });
  const { body: made } = await world.client.post<Described>('/topics', body, headers);
  const [order] = made.messageSchema!.schemaFields!;
  expect(made.messageSchema).not.toHaveProperty('schemaNotes');
  expect(order!.children).toEqual([
    {
      name: 'total',
      dataType: 'BYTES',
      dataTypeDisplay: 'decimal(9,2)',
      tags: [],
      fullyQualifiedName: expect.any(String) as string,
    },
    {
      name: 'x',
      dataType: 'UNKNOWN',
      dataTypeDisplay: 'y.Z',
      tags: [],
      fullyQualifiedName: expect.any(String) as string,
    },
  ]);
  const patch = [{ op: 'add', path: '/description', value: 'b' }];
  const { body: changed } = await world.client.patch<Described>(`/topics/${made.id}`, patch, headers);
  expect(changed.messageSchema).toEqual(made.messageSchema);
  const native = await world.client.must<Described>('GET', `/topics/${made.id}?fields=messageSchema`);
  expect(native.messageSchema!.schemaFields![0]!.children![0]).toMatchObject({
    dataType: 'DECIMAL',
    constraint: 'NOT_NULL',
  });
});
