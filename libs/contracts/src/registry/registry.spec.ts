import { SHARED_PARTS } from '@app/catalog/pure';
import { CONTRACT_ATTRIBUTES } from '../document/contract-schema';
import type { ContractDocument } from '../document/contract-document';
import type { StoredPromises } from '../promises/promise';
import { NO_PROMISES, PROMISE_KINDS, statedPromises } from './registry';

const stated = (contract: ContractDocument, stored?: StoredPromises) =>
  statedPromises({ contract, assetType: 'table', ...(stored && { stored }) }).map(({ path, unjudged, unlessFound }) => {
    const reason = unjudged?.reason ?? (unlessFound && `${unlessFound.reason} unless found`);
    return reason === undefined ? path : `${path} ${reason}`;
  });

describe('the registry of promises', () => {
  const members = new Set([...PROMISE_KINDS.flatMap((kind) => kind.members), ...NO_PROMISES]);

  /** The members of a contract, those of columns, the SLA and security one by one. */
  const schemaMembers = Object.entries(CONTRACT_ATTRIBUTES).flatMap(([name, { schema }]) => {
    if (members.has(name)) return [name];
    const { items, properties } = schema as { items?: { $ref?: string }; properties?: object };
    if (properties) return Object.keys(properties).map((member) => `${name}.${member}`);
    return items
      ? Object.keys(SHARED_PARTS.ContractColumn!.properties!).map((member) => `${name}[].${member}`)
      : [name];
  });

  it.each(schemaMembers)('says what %s promises', (member) => expect(members).toContain(member));

  it('has each kind once', () => {
    const names = PROMISE_KINDS.map(({ kind }) => kind);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the promises of a contract', () => {
  it('states columns with their constraints, lists and options', () => {
    const schema = [
      { name: 'id', dataType: 'INT', constraint: 'PRIMARY_KEY', constraints: ['PRIMARY_KEY', 'UNIQUE', 'NOT_NULL'] },
      { name: 'line', dataType: 'INT', constraint: 'PRIMARY_KEY' },
      {
        ...{ name: 'state', dataType: 'VARCHAR', constraint: 'NOT_NULL' },
        extension: { enum: ['a', 'b'], logicalTypeOptions: { minLength: 1, format: 'email', uniqueItems: true } },
      },
      { name: 'amount', dataType: 'INT', extension: { logicalTypeOptions: { minimum: 0, format: 'i64' } } },
    ];
    expect(stated({ schema })).toEqual([
      ...['schema.id', 'schema.id.UNIQUE', 'schema.line', 'schema.state', 'schema.state.NOT_NULL', 'schema.state.enum'],
      ...['schema.state.minLength', 'schema.state.format', 'schema.state.uniqueItems noCheck'],
      ...['schema.amount', 'schema.amount.minimum', 'schema.amount.format', 'schema.primaryKey'],
    ]);
  });

  it('states fields by their paths, and those inside lists as not judged', () => {
    const children = [{ name: 'city', dataType: 'VARCHAR', constraint: 'PRIMARY_KEY', extension: { enum: ['x'] } }];
    const schema = [
      { name: 'home', dataType: 'STRUCT', children },
      { name: 'all', dataType: 'ARRAY', arrayDataType: 'STRUCT', children },
    ];
    expect(stated({ schema })).toEqual([
      ...['schema.home', 'schema.home.city', 'schema.home.city.enum', 'schema.home.primaryKey'],
      ...['schema.all', 'schema.all.city', 'schema.all.city.enum insideList', 'schema.all.primaryKey insideList'],
    ]);
  });

  it('states options of elements as not judged, but for those of their type', () => {
    const items = { logicalType: 'string', logicalTypeOptions: { maxLength: 3, format: 'uuid', uniqueItems: true } };
    const extension = { logicalType: 'array', logicalTypeOptions: { minItems: 1 }, items };
    const numbers = { items: { logicalType: 'integer', logicalTypeOptions: { format: 'i64' } } };
    const schema = [
      { name: 'tags', dataType: 'ARRAY', arrayDataType: 'VARCHAR', extension },
      { name: 'ids', dataType: 'ARRAY', arrayDataType: 'BIGINT', extension: numbers },
    ];
    expect(stated({ schema })).toEqual([
      ...['schema.tags', 'schema.tags.minItems', 'schema.tags.items.maxLength insideList'],
      ...['schema.tags.items.format insideList', 'schema.tags.items.uniqueItems noCheck', 'schema.ids'],
    ]);
  });

  it('states what has a wrong shape as not judged', () => {
    const options = { minimum: true, maxLength: -1, pattern: 'x'.repeat(10_001), multipleOf: 0, format: 'hostname' };
    const schema = [{ name: 'a', dataType: 'VARCHAR', extension: { enum: 'x', logicalTypeOptions: options } }];
    expect(stated({ schema })).toEqual([
      'schema.a',
      ...['enum', 'minimum', 'maxLength', 'pattern', 'multipleOf', 'format'].map((one) => `schema.a.${one} noCheck`),
    ]);
  });

  it('states rules, expectations, targets, and what people judge', () => {
    const contract = {
      schema: [{ name: 'a', dataType: 'INT' }],
      semantics: [
        { name: 'owned', rule: { '!!': { var: 'owners' } } },
        ...[
          { name: 'hasOwner' },
          { name: 'be nice' },
          { name: 'off', enabled: false },
          { name: 'x', entityType: 'topic' },
        ],
      ],
      qualityExpectations: [{ id: '1', fullyQualifiedName: 's.d.t.case' }],
      odcsQualityRules: [
        { metric: 'nullValues', column: 'a', mustBe: 0 },
        { metric: 'nullValues', column: 'a', mustBeLessThan: 3 },
        { name: 'count', metric: 'rowCount' },
        ...[
          { type: 'text', name: 'said' },
          { type: 'custom', engine: 'soda', name: 'soda' },
          { rule: 'fancy', mustBe: 1 },
        ],
        ...[
          { metric: 'invalidValues', validValues: [1] },
          { type: 'sql', name: 'q', query: 'select 1', mustBe: 1 },
        ],
      ],
      sla: { refreshFrequency: 'P1D', retention: 'P1Y', columnName: 'a', learned: ['volume' as const] },
      security: { dataClassification: 'PII', policies: [{ accessPolicy: 'r' }, { accessPolicy: 'r' }, {}] },
      termsOfUse: 'Be nice',
      extension: { schemaPolicy: { extraColumns: 'forbid', order: 'same' } },
    };
    expect(stated(contract)).toEqual([
      ...['schema.a', 'schemaPolicy.extraColumns', 'schemaPolicy.order'],
      ...['semantics.owned', 'semantics.hasOwner', 'semantics.be nice text'],
      'qualityExpectations.s.d.t.case',
      ...['odcsQualityRules.nullValues a', 'odcsQualityRules.nullValues a 2', 'odcsQualityRules.count noOperator'],
      ...['odcsQualityRules.said text', 'odcsQualityRules.soda custom', 'odcsQualityRules.fancy unknownMetric'],
      ...['odcsQualityRules.invalidValues', 'odcsQualityRules.q'],
      ...['sla.refreshFrequency', 'sla.retention noCheck', 'sla.learned.volume'],
      'security.dataClassification forPeople',
      ...['security.policies.r forPeople', 'security.policies.r 2 forPeople', 'security.policies.2 forPeople'],
      'termsOfUse forPeople',
    ]);
  });

  it('states what only the imported document says, of the columns that are still there', () => {
    const properties = [
      { name: 'a', relationships: [{ type: 'foreignKey', to: 'x.y' }], partitioned: true, classification: 'internal' },
      {
        name: 'b',
        quality: [
          { metric: 'fancy', mustBe: 1 },
          { type: 'text', description: 'nice' },
          { metric: 'rowCount', mustBe: 1 },
        ],
      },
      { name: 'gone', partitioned: true },
    ];
    const object = { name: 't', properties, relationships: [{}], quality: [{ type: 'custom', engine: 'soda' }] };
    const document = {
      schema: [object],
      slaProperties: [{ property: 'latency', value: 1, unit: 'd' }, { property: 'errorRate' }],
    };
    const baseline = { schema: ['a', 'b', 'gone'].map((name) => ({ name, dataType: 'INT' })) };
    expect(stated({ schema: baseline.schema.slice(0, 2) }, { document, object: 0, baseline })).toEqual([
      ...['schema.a', 'schema.b'],
      'odcs:schema[0].properties[0].relationships[0] noCheck unless found',
      'odcs:schema[0].properties[0].partitioned noCheck unless found',
      ...['odcs:schema[0].properties[1].quality[0] unknownMetric', 'odcs:schema[0].quality[0] custom'],
      ...['odcs:schema[0].relationships[0] noCheck', 'odcs:slaProperties[1] unknownSla'],
    ]);
  });

  it('states entries of the SLA that the contract cannot say beside another', () => {
    const entry = (property: string, value: number, element?: string) => ({ property, value, unit: 'd', element });
    const slaProperties = [entry('frequency', 2, 't.at'), entry('freshness', 1, 't.at'), entry('latency', 1, 't.day')];
    const document = { schema: [{ name: 't', properties: [{ name: 'a' }] }], slaProperties };
    const baseline = { schema: [{ name: 'a', dataType: 'INT' }], sla: { refreshFrequency: 'P1D', columnName: 'at' } };
    const promises = statedPromises({
      contract: baseline,
      assetType: 'table',
      stored: { document, object: 0, baseline },
    });
    expect(promises.flatMap(({ path, unjudged }) => (unjudged ? [`${path}: ${unjudged.message}`] : []))).toEqual([
      'odcs:slaProperties[0]: slaProperties[1] counts, which is not longer',
      'odcs:slaProperties[2]: The column of the SLA is at, not day',
    ]);
  });
});
