import { Ajv2020 } from 'ajv/dist/2020';
import { CONTRACT_ATTRIBUTES } from './contract-schema';

/** The catalog's parts and keywords, as far as these schemas use them. */
const Column = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    dataType: { type: 'string' },
    children: { type: 'array', items: { $ref: '#/$defs/Column' } },
  },
  required: ['name', 'dataType'],
  additionalProperties: false,
};

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
ajv.addKeyword({
  keyword: 'reference',
  schemaType: 'array',
  validate: (_: unknown, data: unknown) => typeof data !== 'number',
});
ajv.addKeyword({ keyword: 'maxBytes', schemaType: 'number' });
const check = ajv.compile({
  $defs: { Column, ContractColumn: Column },
  type: 'object',
  properties: Object.fromEntries(Object.entries(CONTRACT_ATTRIBUTES).map(([name, { schema }]) => [name, schema])),
});

const rule = {
  name: 'r',
  description: 'd',
  rule: '{}',
  enabled: true,
  entityType: 'table',
  ignoredEntities: ['topic'],
  provider: 'user',
};

describe('contract attributes', () => {
  it.each<[string, Record<string, unknown>]>([
    ['every status', { entityStatus: 'In Review' }],
    ['columns', { schema: [{ name: 'a', dataType: 'STRUCT', children: [{ name: 'b', dataType: 'INT' }] }] }],
    ['a full rule', { semantics: [{ ...rule, jsonTree: '{}', inherited: false }] }],
    ['a rule as an object', { semantics: [{ name: 'r', rule: { '==': [1, 1] } }] }],
    ['a rule as a literal', { semantics: [{ name: 'r', rule: true }] }],
    ['a rule without rule', { semantics: [{ name: 'hasOwner' }] }],
    ['references', { qualityExpectations: [{ id: 'x', type: 'testCase' }, 'a.b.c'] }],
    ['durations as text', { sla: { refreshFrequency: 'P1D', maxLatency: 'PT4H', retention: 'P1Y' } }],
    [
      'durations as objects',
      {
        sla: {
          refreshFrequency: { interval: 1, unit: 'day' },
          latency: { value: 4, unit: 'hour' },
          retention: { period: 1, unit: 'year' },
        },
      },
    ],
    [
      'the rest of the SLA',
      { sla: { availability: 99.9, availabilityTime: '09:00', timezone: 'UTC', columnName: 'ts', inherited: true } },
    ],
    ['terms as text', { termsOfUse: '# terms' }],
    ['terms as an object', { termsOfUse: { content: '# terms', inherited: false } }],
    [
      'security',
      {
        security: {
          dataClassification: 'PII',
          policies: [{ accessPolicy: 'p', identities: ['a'], rowFilters: [{ columnName: 'c', values: ['x', 1] }] }],
        },
      },
    ],
    ['other keys of security', { security: { approver: 'team', policies: [{ permission: 'read', id: 1 }] } }],
    ['an open extension', { extension: { anything: [1, { deep: true }] } }],
    [
      'an ODCS rule',
      {
        odcsQualityRules: [
          { type: 'library', metric: 'nullValues', mustBeBetween: [0, 1], dimension: 'completeness', tags: ['t'] },
        ],
      },
    ],
    [
      'dates and a source',
      { effectiveFrom: '2026-01-01T00:00:00Z', effectiveUntil: '2026-01-02', sourceUrl: 'https://example.org/c.yaml' },
    ],
  ])('take %s', (_, body) => {
    check(body);
    expect(check.errors ?? []).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['another status', { entityStatus: 'active' }, '/entityStatus'],
    ['a column without type', { schema: [{ name: 'a' }] }, '/schema/0'],
    ['columns as an object', { schema: {} }, '/schema'],
    ['a rule without name', { semantics: [{ rule: '{}' }] }, '/semantics/0'],
    ['a rule with an empty name', { semantics: [{ name: '' }] }, '/semantics/0/name'],
    ['an unknown member of a rule', { semantics: [{ name: 'r', severity: 1 }] }, '/semantics/0'],
    ['enabled as text', { semantics: [{ name: 'r', enabled: 'yes' }] }, '/semantics/0/enabled'],
    ['an unknown provider', { semantics: [{ name: 'r', provider: 'me' }] }, '/semantics/0/provider'],
    ['a number as reference', { qualityExpectations: [5] }, '/qualityExpectations/0'],
    ['an unknown member of the SLA', { sla: { uptime: 1 } }, '/sla'],
    ['a duration as a number', { sla: { maxLatency: 4 } }, '/sla/maxLatency'],
    ['an unknown unit', { sla: { maxLatency: { value: 4, unit: 'hours' } } }, '/sla/maxLatency/unit'],
    ['a zero interval', { sla: { refreshFrequency: { interval: 0, unit: 'day' } } }, '/sla/refreshFrequency/interval'],
    ['an unknown member of a duration', { sla: { retention: { period: 1, unit: 'day', x: 1 } } }, '/sla/retention'],
    ['availability over 100', { sla: { availability: 101 } }, '/sla/availability'],
    ['availability as text', { sla: { availability: '99%' } }, '/sla/availability'],
    ['terms as a list', { termsOfUse: [] }, '/termsOfUse'],
    ['an unknown member of terms', { termsOfUse: { text: 'x' } }, '/termsOfUse'],
    ['identities as text', { security: { policies: [{ identities: 'a' }] } }, '/security/policies/0/identities'],
    [
      'a row filter without column',
      { security: { policies: [{ rowFilters: [{ values: [] }] }] } },
      '/security/policies/0/rowFilters/0',
    ],
    ['an extension that is a list', { extension: [] }, '/extension'],
    ['an unknown member of an ODCS rule', { odcsQualityRules: [{ kind: 'x' }] }, '/odcsQualityRules/0'],
    ['groups of rows of a rule', { odcsQualityRules: [{ groupBy: ['region'] }] }, '/odcsQualityRules/0'],
    ['a window of a rule', { odcsQualityRules: [{ window: 'P1D' }] }, '/odcsQualityRules/0'],
    ['an unknown metric', { odcsQualityRules: [{ metric: 'beauty' }] }, '/odcsQualityRules/0/metric'],
    ['half a range', { odcsQualityRules: [{ mustBeBetween: [1] }] }, '/odcsQualityRules/0/mustBeBetween'],
    ['a date as a number', { effectiveFrom: 1 }, '/effectiveFrom'],
  ])('refuse %s', (_, body, place) => {
    expect(check(body)).toBe(false);
    expect(check.errors?.map(({ instancePath }) => instancePath)).toContain(place);
  });
});
