import { lintDocument } from './lint-document';

const OWN = {
  name: 'orders',
  entity: { type: 'table', fullyQualifiedName: 's.d.p.orders' },
  schema: [{ name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' }],
  semantics: [{ name: 'owned', rule: { '!!': { var: 'owners' } } }],
  sla: { refreshFrequency: 'P1D', availability: 99.5 },
};
const ODCS = {
  ...{ apiVersion: 'v3.1.0', kind: 'DataContract', id: 'x', version: '1.0.0', status: 'active' },
  schema: [{ name: 'orders', properties: [{ name: 'id', logicalType: 'integer', physicalType: 'bigint' }] }],
};

const faults = (value: unknown): string[] =>
  lintDocument(value).map(({ level, path, message }) => `${level} ${path}: ${message}`);

describe('a contract of the catalog', () => {
  it('that is right has no faults', () => expect(faults(OWN)).toEqual([]));

  it.each<[object, string]>([
    [{ schema: [{ name: 'id', dataType: 'BIGNT' }] }, 'error schema[0].dataType: must be one of'],
    [
      {
        schema: [
          { name: 'a', dataType: 'INT' },
          { name: 'a', dataType: 'INT' },
        ],
      },
      'error schema[1].name: the column a is there twice',
    ],
    [{ semantics: [{ name: 'x', rule: { frob: 1 } }] }, 'error semantics[0].rule: unknown operator "frob"'],
    [{ sla: { refreshFrequency: 'P1X' } }, 'error sla.refreshFrequency: must be an ISO 8601 duration'],
    [{ sla: { availability: 101 } }, 'error sla.availability: must be at most 100'],
    [{ slas: {} }, 'error slas: is unknown here'],
    [{ effectiveFrom: '2026-02-31' }, 'error effectiveFrom: must be an ISO 8601 date'],
    [{ name: undefined }, 'warning name: is absent'],
    [{ entity: null }, 'warning entity: is absent'],
    [{ latestResult: {} }, 'warning latestResult: is set by the service'],
  ])('%j is told', (more, fault) => {
    expect(faults({ ...OWN, ...more })).toEqual([expect.stringContaining(fault)]);
  });

  it('of many faults has them all told at once, whatever stage finds them', () => {
    const wrong = {
      ...{ name: 7, entity: OWN.entity, slas: {} },
      schema: [
        { name: 'a', dataType: 'BIGNT' },
        { dataType: 'INT' },
        { name: 'b', dataType: 'INT' },
        { name: 'b', dataType: 'INT' },
        5,
      ],
      semantics: [{ name: 'x', rule: { frob: 1 } }, { rule: true }],
      sla: { refreshFrequency: 'P1X', availability: 101 },
    };
    expect(
      faults(wrong)
        .map((fault) => fault.split(':')[0])
        .sort(),
    ).toEqual([
      ...['error name', 'error schema[0].dataType', 'error schema[1].name', 'error schema[3].name', 'error schema[4]'],
      ...['error semantics[0].rule', 'error semantics[1].name', 'error sla.availability', 'error sla.refreshFrequency'],
      'error slas',
    ]);
  });

  it('of more faults than one check tells has them all told', () => {
    const schema = Array.from({ length: 250 }, (_, at) => ({ name: `c${at}`, dataType: 'BIGNT' }));
    expect(faults({ ...OWN, schema })).toHaveLength(250);
  });

  it.each([[null], [[]], ['text'], [5]])('%j is none', (value) => {
    expect(faults(value)).toEqual([expect.stringMatching(/^error : must be an object/)]);
  });
});

describe('a document of the standard', () => {
  it('that is right has no faults', () => expect(faults(ODCS)).toEqual([]));

  it.each<[object, string]>([
    [{ status: undefined }, 'warning status'],
    [{ apiVersion: 'v9.0.0' }, 'error apiVersion: must be v2.2.x'],
    [{ kind: 'Other' }, 'error kind: must be DataContract'],
    [{ slaProperties: [{ property: 'frequency', value: 1, unit: 'fortnights' }] }, 'warning slaProperties[0]'],
  ])('%j is told', (more, fault) => {
    expect(faults({ ...ODCS, ...more })).toEqual([expect.stringContaining(fault)]);
  });

  it('may have rules of its columns', () => {
    const quality = [{ metric: 'nullValues', mustBe: 0 }];
    const document = { ...ODCS, schema: [{ name: 'orders', properties: [{ name: 'id', quality }] }] };
    expect(faults(document)).toEqual([]);
  });

  it('of another format is named', () => {
    expect(faults({ dataContractSpecification: '1.1.0', info: {}, models: {} })).toEqual([
      expect.stringContaining('belongs to the Data Contract Specification'),
    ]);
  });

  it('of many faults has them all told at once, whatever stage finds them', () => {
    const wrong = {
      ...{ ...ODCS, apiVersion: 'v9.0.0', kind: 'Other' },
      schema: [
        { name: 'orders', properties: [{ logicalType: 'integer' }, { name: 'a' }, { name: 'a' }] },
        { properties: [] },
      ],
      slaProperties: [{ property: 'frequency', value: 1, unit: 'fortnights' }],
    };
    expect(faults(wrong).map((fault) => fault.split(':')[0])).toEqual([
      ...['error kind', 'error apiVersion', 'error schema[1].name', 'error schema[0].properties[0].name'],
      ...['error slaProperties[0].value', 'error schema[0].properties[2].name'],
    ]);
  });

  it('every object is read, and what all share is told once', () => {
    const schema = [0, 1].map((at) => ({ name: `t${at}`, properties: [{ name: 'a' }, { name: 'a' }] }));
    const told = faults({ ...ODCS, schema, slaProperties: [{ property: 'frequency', value: 1, unit: 'fortnights' }] });
    expect(told.filter((fault) => fault.includes('slaProperties'))).toHaveLength(1);
    expect(told.filter((fault) => fault.includes('is there twice')).map((fault) => fault.split(':')[0])).toEqual([
      'error schema[0].properties[1].name',
      'error schema[1].properties[1].name',
    ]);
  });
});
