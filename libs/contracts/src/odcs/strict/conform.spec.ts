import { AppError } from '@app/common';
import { type Json, objectsOf } from '../../document/json';
import { conform } from './conform';
import { schemaErrors } from './official-schema';

const base = { apiVersion: 'v3.1.0', kind: 'DataContract', id: 'i', version: '1.0.0', status: 'active' };
const table = (...properties: Json[]): Json => ({ ...base, schema: [{ name: 'orders', properties }] });

function mended(sent: unknown): Json {
  const { document, wasValid } = conform(sent);
  expect(wasValid).toBe(false);
  expect(schemaErrors(document)).toEqual([]);
  return document;
}

function refusal(sent: unknown): AppError {
  try {
    conform(sent);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was taken');
}

const fieldsOf = (sent: unknown): string[] => (refusal(sent).details ?? []).map(({ field }) => field);
const property = (document: Json): Json => objectsOf(objectsOf(document.schema)[0]?.properties)[0] as Json;

describe('conform', () => {
  it('leaves a valid document as it is, the very object', () => {
    const document = { ...base };
    expect(conform(document)).toEqual({ document: base, wasValid: true, changes: [] });
    expect(conform(document).document).toBe(document);
  });

  it.each([
    ['no kind', { ...base, kind: undefined }, { kind: 'DataContract' }],
    ['a kind in other letters', { ...base, kind: 'datacontract' }, { kind: 'DataContract' }],
    ['no status', { ...base, status: undefined }, { status: 'draft' }],
    ['a null status', { ...base, status: null }, { status: 'draft' }],
    ['no version', { ...base, version: undefined }, { version: '1.0.0' }],
    ['a number as version', { ...base, version: 1.5 }, { version: '1.5' }],
    ['no apiVersion', { ...base, apiVersion: undefined, schema: [] }, { apiVersion: 'v3.1.0' }],
    ['an apiVersion without v', { ...base, apiVersion: '3.1.0' }, { apiVersion: 'v3.1.0' }],
    ['an apiVersion of two parts', { ...base, apiVersion: 'v3.2', foo: 1 }, { apiVersion: 'v3.2.0' }],
    ['an old one that is not valid', { ...base, apiVersion: 'v3.0.0', schema: [], foo: 1 }, { apiVersion: 'v3.1.0' }],
    ['a text as description', { ...base, description: 'why' }, { description: { purpose: 'why' } }],
    ['one tag', { ...base, tags: 'a' }, { tags: ['a'] }],
    [
      'a key that is not known',
      { ...base, foo: { a: 1 } },
      { customProperties: [{ property: 'foo', value: { a: 1 } }] },
    ],
    [
      'a key in a place without custom properties',
      { ...base, price: { priceAmount: '9.95', foo: 1 } },
      { price: { priceAmount: 9.95 }, customProperties: [{ property: 'price.foo', value: 1 }] },
    ],
    [
      'approvers as a list',
      { ...base, roles: [{ role: 'r', firstLevelApprovers: ['a', 'b'], secondLevelApprovers: 'c' }] },
      { roles: [{ role: 'r', firstLevelApprovers: 'a, b', secondLevelApprovers: 'c' }] },
    ],
    [
      'custom properties as an object',
      { ...base, customProperties: { a: 1, b: [2] } },
      {
        customProperties: [
          { property: 'a', value: 1 },
          { property: 'b', value: [2] },
        ],
      },
    ],
    [
      'a team with more than the standard knows',
      { ...base, team: { name: 't', lead: 'x', members: [{ username: 'u' }] } },
      { team: { name: 't', members: [{ username: 'u' }], customProperties: [{ property: 'lead', value: 'x' }] } },
    ],
    [
      'a member without a user name',
      { ...base, team: [{ name: 'Ann' }, { username: 'bob' }] },
      { team: [{ username: 'bob' }], customProperties: [{ property: 'team[0]', value: { name: 'Ann' } }] },
    ],
  ])('mends %s', (_what, sent, expected) => {
    expect(mended(JSON.parse(JSON.stringify(sent)))).toMatchObject(expected);
  });

  it.each([
    ['isNullable: false', { isNullable: false }, { required: true }],
    ['isNullable: true', { isNullable: true }, { required: false }],
    ['a logicalType in capitals', { logicalType: 'STRING' }, { logicalType: 'string' }],
    ['a yes', { required: 'yes' }, { required: true }],
    [
      'another word for a type',
      { logicalType: 'bigint' },
      { logicalType: 'integer', customProperties: [{ property: 'logicalType', value: 'bigint' }] },
    ],
    [
      'a word that is no type',
      { logicalType: 'blob?' },
      { customProperties: [{ property: 'logicalType', value: 'blob?' }] },
    ],
    [
      'a rule that says nothing',
      {
        quality: [
          { type: 'library', metric: 'rowCount' },
          { type: 'text', description: 'fine' },
        ],
      },
      { quality: [{ type: 'text', description: 'fine' }], customProperties: [{ property: 'quality[0]' }] },
    ],
    [
      'a dimension in capitals',
      { quality: [{ type: 'text', dimension: 'Accuracy' }] },
      { quality: [{ dimension: 'accuracy' }] },
    ],
    [
      'a rule as 3.0 names it',
      { quality: [{ type: 'library', rule: 'duplicateCount', mustBe: 0 }] },
      { quality: [{ type: 'library', rule: 'duplicateCount', metric: 'duplicateValues', mustBe: 0 }] },
    ],
    [
      'a list of valid values as 3.0 gives it',
      { quality: [{ rule: 'validValues', validValues: ['kg'] }] },
      { quality: [{ rule: 'validValues', metric: 'invalidValues', arguments: { validValues: ['kg'] }, mustBe: 0 }] },
    ],
    [
      'a rule that the standard does not have',
      {
        quality: [
          { type: 'text', description: 'd' },
          { rule: 'bestOf', mustBe: 1 },
        ],
      },
      { quality: [{ type: 'text' }, { customProperties: [{ property: 'rule' }, { property: 'mustBe' }] }] },
    ],
    ['an id with blanks', { id: 'a b' }, { customProperties: [{ property: 'id', value: 'a b' }] }],
    ['a null', { description: null }, {}],
  ])('mends in a property %s', (_what, more, expected) => {
    expect(property(mended(table({ name: 'c', ...more })))).toMatchObject({ name: 'c', ...expected });
  });

  it('names the metrics of a document of 3.0 that becomes one of 3.1', () => {
    const quality = [{ rule: 'rowCount', mustBeGreaterThan: 1 }];
    const { document, changes } = conform({ ...base, apiVersion: 'v3.0.1', schema: [{ name: 't', quality }], foo: 1 });
    expect(document).toMatchObject({ apiVersion: 'v3.1.0', schema: [{ quality: [{ metric: 'rowCount' }] }] });
    expect(changes).toContainEqual({ path: 'schema[0].quality[0].rule', message: 'is taken as the metric rowCount' });
    const valid = { ...base, apiVersion: 'v3.0.1', schema: [{ name: 't', quality }] };
    expect(conform(valid)).toEqual({ document: valid, wasValid: true, changes: [] });
  });

  it('reads the layout of 2.2', () => {
    const document = mended({
      ...{ kind: 'DataContract', apiVersion: 'v2.2.2', uuid: 'u', version: '1.1.0', status: 'current' },
      ...{ datasetDomain: 'seller', quantumName: 'my quantum', userConsumptionMode: 'Analytical' },
      dataset: [
        { table: 'tbl', columns: [{ column: 'c', isNullable: false, isPrimaryKey: true, logicalType: 'string' }] },
      ],
      stakeholders: [{ username: 'u', role: 'Owner' }],
      slaProperties: [{ property: 'latency', value: 4, unit: 'd', column: 'tbl.c' }],
    });
    expect(document).toMatchObject({
      ...{ apiVersion: 'v3.1.0', id: 'u', domain: 'seller', dataProduct: 'my quantum', team: [{ username: 'u' }] },
      schema: [{ name: 'tbl', properties: [{ name: 'c', required: true, primaryKey: true }] }],
      slaProperties: [{ element: 'tbl.c' }],
      customProperties: [{ property: 'userConsumptionMode', value: 'Analytical' }],
    });
  });

  it.each([
    ['an array', [], ['']],
    ['nothing', null, ['']],
    ['another kind', { ...base, kind: 'DataProduct' }, ['kind']],
    ['a version that is not taken', { ...base, apiVersion: 'v4.0.0' }, ['apiVersion']],
    ['an unknown minor', { ...base, apiVersion: 'v3.9.0' }, ['apiVersion']],
    [
      'another format',
      { dataContractSpecification: '1.1.0', info: { title: 't' }, models: {} },
      ['dataContractSpecification'],
    ],
    ['info and models', { info: { title: 't' }, models: { a: {} } }, ['models']],
    ['nothing of the standard', { hello: 1 }, ['apiVersion']],
    ['a column without a name', table({ logicalType: 'string' }), ['schema[0].properties[0].name']],
    ['a table without a name', { ...base, schema: [{ properties: [] }] }, ['schema[0].name']],
    ['a schema that is a text', { ...base, schema: 'orders' }, ['schema[0]']],
    ['an SLA without a value', { ...base, slaProperties: [{ property: 'latency' }] }, ['slaProperties[0].value']],
    [
      'an SLA whose value is an object',
      { ...base, slaProperties: [{ property: 'latency', value: {} }] },
      ['slaProperties[0].value'],
    ],
    ['a role without a name', { ...base, roles: [{ access: 'read' }] }, ['roles[0].role']],
  ])('refuses %s and names the place', (_what, sent, fields) => {
    expect(fieldsOf(JSON.parse(JSON.stringify(sent)))).toEqual(fields);
  });

  it('loses nothing: every value that came in is somewhere in what goes out', () => {
    const sent = {
      ...table({ name: 'c', zzz: 'value-1', quality: [{ type: 'nonsense', what: 'value-2' }] }),
      servers: [{ host: 'value-3' }],
      roles: [{ role: 'r', when: 'value-4' }],
    };
    const text = JSON.stringify(mended(sent));
    for (const value of ['value-1', 'value-2', 'value-3', 'value-4', 'nonsense']) expect(text).toContain(value);
  });

  it('takes time in proportion to the faults: no list of them is copied for each one that is found', () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${at}`, at]));
    const columns = Array.from({ length: 5_000 }, (_, at) => ({ name: `c${at}`, odd: at, isNullable: true }));
    const sent = { ...table(...columns), ...many };
    const concat = jest.spyOn(Array.prototype, 'concat');
    const { document, wasValid } = conform(sent);
    const copies = concat.mock.calls.length;
    concat.mockRestore();
    expect([wasValid, objectsOf(document.customProperties).length]).toEqual([false, 20_000]);
    expect(copies).toBeLessThan(100);
  });

  it.each([
    ['unknown keys', { ...base, ...Object.fromEntries(Array.from({ length: 50_001 }, (_, at) => [`key${at}`, at])) }],
    ['unknown keys of columns', table(...Array.from({ length: 50_001 }, (_, at) => ({ name: `c${at}`, odd: at })))],
  ])('looks for no more than 50,000 faults: %s', (_what, sent) => {
    expect(refusal(sent)).toMatchObject({ code: 'BAD_REQUEST' });
    expect(refusal(sent).message).toContain('more than 50000 places');
  });
});
