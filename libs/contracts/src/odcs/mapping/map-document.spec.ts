import { notedItemType, notedLogicalType } from '@app/datatypes';
import type { ContractColumn } from '../../document/contract-document';
import type { Json } from '../../document/json';
import { exportDocument } from '../overlay/export-document';
import { conform } from '../strict/conform';
import { type MappedDocument, mapDocument } from './map-document';

const base = { apiVersion: 'v3.1.0', kind: 'DataContract', id: 'x', version: '1', status: 'active', name: 'n' };
const asset = {
  name: 'orders',
  columns: [
    { name: 'id', dataType: 'BIGINT' },
    { name: 'adr', dataType: 'STRUCT', children: [{ name: 'zip', dataType: 'STRING' }] },
  ],
};

function mapped(more: Json, assetType = 'table'): MappedDocument {
  const document = { ...base, ...more };
  const [object] = ((document as Json).schema ?? []) as Json[];
  const selected = object && { object, index: 0 };
  const checkRule = (rule: unknown): string | null => (rule === 'bad' ? 'is no rule' : null);
  return mapDocument(document, { assetType, asset, selected, checkRule });
}

const report = (more: Json) => mapped(more).report.finish({ ...base, ...more }, []);
const withQuality = (quality: Json[], properties: Json[] = []): Json => ({
  schema: [{ name: 'orders', quality, properties }],
});

describe('mapDocument', () => {
  it('names columns by physicalName where the asset has it, at every level', () => {
    const properties = [
      { name: 'Key', physicalName: 'id' },
      {
        name: 'Address',
        physicalName: 'adr',
        properties: [
          { name: 'Zip', physicalName: 'zip' },
          { name: 'x', physicalName: 'gone' },
        ],
      },
    ];
    const { parts, places } = mapped({ schema: [{ name: 'orders', properties }] });
    expect(parts.schema).toEqual([
      { name: 'id', dataType: 'BIGINT' },
      {
        name: 'adr',
        dataType: 'STRUCT',
        children: [
          { name: 'zip', dataType: 'STRING' },
          { name: 'x', dataType: 'UNKNOWN' },
        ],
      },
    ]);
    expect(places.get('schema[1].children[0]')).toBe('schema[0].properties[1].properties[0]');
  });

  it.each([
    ['string', 'STRING'],
    ['text', 'TEXT'],
    ['integer', 'INT'],
    ['long', 'BIGINT'],
    ['Long', 'BIGINT'],
    ['number', 'NUMBER'],
    ['float', 'FLOAT'],
    ['double', 'DOUBLE'],
    ['decimal', 'DECIMAL'],
    ['boolean', 'BOOLEAN'],
    ['date', 'DATE'],
    ['timestamp', 'TIMESTAMP'],
    ['time', 'TIME'],
    ['object', 'STRUCT'],
  ])('reads the logicalType %s of any version as %s, also where it goes out and comes in again', (word, dataType) => {
    for (const apiVersion of ['v3.0.2', 'v3.1.0', 'v3.2.0']) {
      const list = { name: 'b', logicalType: 'array', items: { logicalType: word } };
      const schema = [{ name: 'orders', properties: [{ name: 'a', logicalType: word }, list] }];
      const { document } = conform({ ...base, apiVersion, schema });
      const first = mapped({ schema: document.schema }).parts.schema as ContractColumn[];
      const [a, b] = first;
      expect([a?.dataType, notedLogicalType(a!), b?.arrayDataType, notedItemType(b!)]).toEqual([
        dataType,
        word,
        dataType,
        word,
      ]);
      const out = exportDocument({ id: 'x', version: 1, name: 'n', schema: first }, 'orders', undefined, undefined);
      expect(mapped({ schema: out.schema }).parts.schema).toEqual(first);
    }
  });

  it('takes the word that was replaced only as long as the two agree', () => {
    const customProperties = [{ property: 'logicalType', value: 'long' }];
    const schema = [{ name: 'orders', properties: [{ name: 'a', logicalType: 'string', customProperties }] }];
    expect(mapped({ schema }).parts.schema).toEqual([
      { name: 'a', dataType: 'STRING', extension: { logicalType: 'string' } },
    ]);
  });

  it.each([
    [{ name: 'a::b' }, { name: 'orders_contract', displayName: 'a::b' }],
    [{ name: undefined }, { name: 'orders_contract' }],
    [{ name: 'x'.repeat(257) }, { name: 'orders_contract' }],
  ])('makes a name that a contract can have', (more, expected) => {
    const { name, parts } = mapped(more);
    expect({ name, ...(parts.displayName === undefined ? {} : { displayName: parts.displayName }) }).toMatchObject(
      expected,
    );
  });

  it('takes the strongest classification of the columns, and none of which nobody knows the order', () => {
    const of = (...words: string[]) =>
      mapped({
        schema: [{ name: 'o', properties: words.map((classification, at) => ({ name: `c${at}`, classification })) }],
      }).parts.security;
    expect(of('public', 'Restricted', 'internal')).toEqual({ dataClassification: 'Restricted' });
    expect(of('secret', 'secret')).toEqual({ dataClassification: 'secret' });
    expect(of('secret', 'public')).toBeUndefined();
  });

  it('makes rules of texts, under names of their own, and takes JSON-logic where it is some', () => {
    const quality = [
      { type: 'text', description: 'Be kind\nalways' },
      { type: 'text', name: 'kind' },
      { type: 'text', name: 'kind' },
      { type: 'custom', engine: 'json-logic', implementation: 'bad' },
      { type: 'custom', engine: 'soda', implementation: 'x' },
    ];
    expect((mapped(withQuality(quality)).parts.semantics as Json[]).map(({ name }) => name)).toEqual([
      'Be kind',
      'kind',
      'kind (2)',
    ]);
    const { kept, notUnderstood } = report(withQuality(quality));
    expect(notUnderstood).toEqual([{ path: 'schema[0].quality[3].implementation', message: 'is no rule' }]);
    expect(kept).toContain('schema[0].quality[4]');
  });

  it('finds test cases in library and sql rules, for columns that the table has', () => {
    const rule = { type: 'library', metric: 'nullValues', mustBe: 0, unit: 'percent' };
    const properties = [
      { name: 'id', quality: [rule, rule] },
      { name: 'gone', quality: [rule] },
    ];
    const sql = { type: 'sql', query: 'select 1', mustBeBetween: [1, 2] };
    const { tests } = mapped(withQuality([sql, { type: 'library', metric: 'rowCount' }], properties));
    expect(tests.map(({ name, metric, column }) => [name, metric, column])).toEqual([
      ['sql', 'sql', []],
      ['nullValues', 'nullValues', ['id']],
      ['nullValues (2)', 'nullValues', ['id']],
    ]);
    expect(tests[0]?.parameters).toEqual([
      { name: 'mustBeBetween', value: '[1,2]' },
      { name: 'query', value: 'select 1' },
    ]);
    expect(mapped(withQuality([sql]), 'topic').tests).toEqual([]);
  });

  it.each([
    [{ rule: 'rowCount', mustBeBetween: [1, 2] }, 'rowCount', 'rowCount', { mustBeBetween: '[1,2]' }],
    [{ type: 'library', rule: 'duplicateCount', mustBe: 0 }, 'duplicateCount', 'duplicateValues', { mustBe: '0' }],
    [
      { rule: 'validValues', validValues: ['kg'] },
      'validValues',
      'invalidValues',
      { mustBe: '0', validValues: '["kg"]' },
    ],
    [{ metric: 'missingValues', mustBe: 0 }, 'missingValues', 'missingValues', { mustBe: '0' }],
    [
      { metric: 'invalidValues', arguments: { validValues: ['kg'] } },
      'invalidValues',
      'invalidValues',
      { arguments: '{"validValues":["kg"]}' },
    ],
  ])('reads %j by the metric of 3.1, in any version', (rule, name, metric, parameters) => {
    const [test] = mapped(withQuality([rule])).tests;
    const given = Object.fromEntries(test!.parameters.map((one) => [one.name, one.value]));
    expect([test!.name, test!.metric, given]).toEqual([name, metric, parameters]);
  });

  it.each([{ rule: 'ourOwn', mustBe: 0 }, { metric: 'nullValues' }, { mustBe: 1 }])(
    'makes no test case of %j, which is not computed',
    (rule) => expect(mapped(withQuality([rule])).tests).toEqual([]),
  );

  it('reads all constraints and the list of values of a property', () => {
    const property = (name: string, more: object) => ({ name, logicalType: 'string', ...more });
    const properties = [
      property('a', { required: true, unique: true, enum: [{ value: 'x', label: 'X' }, { value: 1 }] }),
      property('b', { required: true, unique: true, primaryKey: true }),
      property('c', {
        required: true,
        primaryKey: true,
        unique: false,
        logicalTypeOptions: { minLength: 1, maxLength: 'x' },
      }),
    ];
    const sent = { schema: [{ name: 'orders', properties }] };
    const { parts } = mapped(sent);
    const schema = parts.schema as ContractColumn[];
    expect(schema.map(({ constraint, constraints }) => constraints ?? constraint)).toEqual([
      ['UNIQUE', 'NOT_NULL'],
      ['PRIMARY_KEY', 'UNIQUE'],
      'PRIMARY_KEY',
    ]);
    expect(schema.map(({ extension }) => extension)).toEqual([
      { logicalType: 'string', enum: ['x', 1] },
      { logicalType: 'string' },
      { logicalType: 'string', logicalTypeOptions: { minLength: 1 } },
    ]);
    const { mapped: paths, notUnderstood } = report(sent);
    expect(paths).toEqual(expect.arrayContaining(['schema[0].properties[0].enum', 'schema[0].properties[0].required']));
    expect(notUnderstood.map(({ path }) => path)).toContain('schema[0].properties[2].logicalTypeOptions.maxLength');
  });

  it('leaves the SLA of another object to that', () => {
    const slaProperties = [
      { property: 'latency', value: 1, unit: 'd', element: 'returns.at' },
      { property: 'latency', value: 2, unit: 'd', element: 'orders.at' },
    ];
    expect(mapped({ schema: [{ name: 'orders' }, { name: 'returns' }], slaProperties }).parts.sla).toEqual({
      maxLatency: 'P2D',
    });
  });

  it.each<[unknown, object | undefined, string[]]>([
    [['volume', 'freshness'], { learned: ['freshness', 'volume'] }, []],
    [[], undefined, []],
    ['volume', undefined, ['customProperties[0].value']],
    [['colour'], undefined, ['customProperties[0].value']],
  ])('reads what is learned from %j', (value, sla, faults) => {
    const { parts, report } = mapped({ customProperties: [{ property: 'slaLearned', value }] });
    expect(parts.sla).toEqual(sla);
    expect(report.faults.map(({ path }) => path)).toEqual(faults);
  });

  it('reports each place once: mapped, kept with all below it, or not understood', () => {
    const more = {
      schema: [{ name: 'orders', tags: ['a'], properties: [{ name: 'id', examples: [1] }] }],
      price: { priceAmount: 1 },
      status: 'odd',
    };
    expect(report(more)).toEqual({
      mapped: ['schema[0].properties[0].name', 'apiVersion', 'kind', 'schema[0].name', 'name'],
      notJudged: [],
      kept: ['id', 'version', 'schema[0].tags', 'schema[0].properties[0].examples', 'price'],
      notUnderstood: [{ path: 'status', message: '"odd" is no status of the standard: Draft' }],
    });
  });
});
