import type { Json } from '../../document/json';
import { ReportWriter } from '../mapping/report';
import { readDescription } from '../mapping/texts';
import { schemaErrors } from '../strict/official-schema';
import { exportDocument } from './export-document';
import type { ContractState, StoredDocument } from './overlay-document';

const owner = (id: string, name: string) => ({ id, type: 'user', name });
const document = (more: Json = {}): Json => ({
  ...{ apiVersion: 'v3.1.0', kind: 'DataContract', id: 'x', version: '1', status: 'active' },
  ...more,
});

const mark = (value: number) => ({ customProperties: [{ property: 'odcsQualityRule', value }] });

/** The document that goes out after the contract has gone from one state to another. */
function out(sent: Json, before: ContractState, after: ContractState, object: number | null = null): Json {
  const kept: StoredDocument = { document: sent, object, baseline: before };
  const exported = exportDocument({ ...after, id: 'i', version: 0.2 }, 'orders', kept, undefined);
  expect(schemaErrors(exported)).toEqual([]);
  return exported;
}

describe('a document after a change', () => {
  it('says by a text that its usage has no heading, and a boolean says it too', () => {
    const { description, customProperties } = out(document(), {}, { termsOfUse: 'Be kind.' });
    expect({ description, customProperties }).toEqual({
      description: { usage: 'Be kind.' },
      customProperties: [{ property: 'usageHeading', value: 'false' }],
    });
    const report = new ReportWriter();
    const read = (value: unknown): unknown =>
      readDescription(document({ description, customProperties: [{ property: 'usageHeading', value }] }), {
        report,
        places: new Map(),
      });
    for (const value of ['false', false]) expect(read(value)).toEqual({ termsOfUse: 'Be kind.' });
    expect(read(true)).toEqual({ termsOfUse: '## Usage\n\nBe kind.' });
  });

  it('knows new owners, and who owns no more', () => {
    const team = [
      { username: 'ann@example.org', role: 'Owner' },
      { username: 'bob', role: 'analyst' },
    ];
    const next = out(document({ team }), { owners: [owner('1', 'ann')] }, { owners: [owner('2', 'cy')] });
    expect(next.team).toEqual([{ ...team[0], role: 'former owner' }, team[1], { username: 'cy', role: 'owner' }]);
  });

  it('keeps the form of its team', () => {
    const next = out(document({ team: { name: 't' } }), {}, { owners: [owner('2', 'cy')] });
    expect(next.team).toEqual({ name: 't', members: [{ username: 'cy', role: 'owner' }] });
  });

  it('keeps a number a number, a percentage its sign, and what else stands beside it', () => {
    const slaProperties = [
      { property: 'freshness', value: 1, unit: 'day', driver: 'd' },
      { property: 'Availability', value: '99%' },
      { property: 'timeOfAvailability', value: '09:00', valueExt: 'Europe/Berlin' },
      { property: 'retention', value: '1 y' },
    ];
    const before = {
      sla: {
        refreshFrequency: 'P1D',
        availability: 99,
        availabilityTime: '09:00',
        timezone: 'Europe/Berlin',
        retention: 'P1Y',
      },
    };
    const after = { sla: { refreshFrequency: 'PT2H', availability: 99.5, availabilityTime: '10:00' } };
    expect(out(document({ slaProperties }), before, after).slaProperties).toEqual([
      { property: 'freshness', value: 2, unit: 'h', driver: 'd' },
      { property: 'Availability', value: '99.5%' },
      { property: 'timeOfAvailability', value: '10:00' },
    ]);
  });

  describe('after a change of the column of its SLA', () => {
    const entry = (property: string, element?: string): Json => ({ property, value: 1, unit: 'd', element });
    const sla = (columnName?: string) => ({ sla: { refreshFrequency: 'P1D', maxLatency: 'P1D', columnName } });
    const columnOf = (sent: Json, next?: string): Json => {
      const { slaProperties, slaDefaultElement, customProperties } = out(sent, sla('at'), sla(next), 0);
      const elements = (slaProperties as Json[]).map(({ element }) => element);
      return { elements, slaDefaultElement, customProperties };
    };
    const schema = [{ name: 't' }];

    it('names it where it was named', () => {
      const sent = document({ schema, slaProperties: [entry('frequency', 't.at, t.b'), entry('latency')] });
      expect(columnOf({ ...sent, slaDefaultElement: 'at' }, 'day')).toEqual({
        ...{ elements: ['t.day, t.b', undefined], slaDefaultElement: 'day' },
      });
      expect(columnOf(sent, 'at')).toEqual({ elements: ['t.at, t.b', undefined] });
      expect(columnOf(sent)).toEqual({ elements: [undefined, undefined] });
    });

    it('says by a custom property what elements cannot', () => {
      const own = (value: string) => ({ customProperties: [{ property: 'slaColumnName', value }] });
      const plain = document({ slaProperties: [entry('frequency'), entry('latency')], schema });
      expect(columnOf({ ...plain, ...own('at') }, 'day')).toMatchObject(own('day'));
      const named = { ...plain, slaProperties: [entry('frequency', 'at'), entry('latency', 'b')] };
      expect(columnOf(named)).toEqual({ elements: [undefined, 'b'], ...own('') });
      expect(columnOf({ ...plain, slaProperties: [entry('frequency', 'at')] }, 'a,b')).toMatchObject(own('a,b'));
    });
  });

  it('says by a custom property what is learned, and gives it up again', () => {
    const customProperties = [{ property: 'slaLearned', value: ['freshness', 'volume'] }];
    const learned = { sla: { learned: ['freshness', 'volume'] } } as const;
    expect(out(document(), {}, learned).customProperties).toEqual(customProperties);
    expect(out(document({ customProperties }), learned, learned).customProperties).toEqual(customProperties);
    expect(out(document({ customProperties }), learned, { sla: {} })).not.toHaveProperty('customProperties');
  });

  it('of several objects changes the one that is ours', () => {
    const schema = [
      { name: 'a', properties: [{ name: 'k' }] },
      { name: 'b', properties: [{ name: 'k' }] },
    ];
    const [before, after] = [
      { schema: [{ name: 'k', dataType: 'INT' }] },
      { schema: [{ name: 'k', dataType: 'INT', description: 'd' }] },
    ];
    expect(out(document({ schema }), before, after, 1).schema).toEqual([
      schema[0],
      { name: 'b', properties: [{ name: 'k', description: 'd' }] },
    ]);
  });

  it('gets an object for what it had no place for', () => {
    const next = out(document(), {}, { schema: [{ name: 'k', dataType: 'INT' }], semantics: [{ name: 'polite' }] });
    expect(next.schema).toEqual([
      {
        ...{ name: 'orders', physicalName: 'orders', logicalType: 'object' },
        quality: [{ name: 'polite', type: 'text' }],
        properties: [{ name: 'k', logicalType: 'integer', physicalType: 'INT' }],
      },
    ]);
  });

  it('takes the quality rules of the contract to their columns, and gives them up again', () => {
    const schema = [{ name: 't', properties: [{ name: 'k' }] }];
    const rules = [
      { type: 'library', metric: 'nullValues', column: 'k', mustBe: 0 },
      { type: 'library', metric: 'rowCount', mustBeGreaterThan: 1 },
    ];
    const columns = { schema: [{ name: 'k', dataType: 'INT' }] };
    const with_ = out(document({ schema }), columns, { ...columns, odcsQualityRules: rules }, 0);
    expect(with_.schema).toEqual([
      {
        name: 't',
        properties: [{ name: 'k', quality: [{ type: 'library', metric: 'nullValues', mustBe: 0, ...mark(0) }] }],
        quality: [{ type: 'library', metric: 'rowCount', mustBeGreaterThan: 1, ...mark(1) }],
      },
    ]);
    const without = out(with_, { ...columns, odcsQualityRules: rules }, columns, 0);
    expect(without.schema).toEqual([{ name: 't', properties: [{ name: 'k', quality: [] }], quality: [] }]);
  });

  it('marks the quality rules of the contract that a former export wrote without', () => {
    const known = { type: 'library', metric: 'rowCount', mustBe: 1 };
    const foreign = { ...known, mustBe: 2 };
    const state = { odcsQualityRules: [known] };
    const next = out(document({ schema: [{ name: 't', quality: [known, foreign, { ...known }] }] }), state, state, 0);
    expect(next.schema).toEqual([{ name: 't', quality: [{ ...known, ...mark(0) }, foreign, known] }]);
    expect(out(next, state, state, 0)).toEqual(next);
  });

  it('says what the standard cannot in a custom rule', () => {
    const rule = { type: 'library', name: 'fresh', metric: 'freshness', mustBeLessThan: 3 };
    const next = out(document({ schema: [{ name: 't' }] }), {}, { odcsQualityRules: [rule] }, 0);
    const item = { type: 'custom', name: 'fresh', engine: 'quality-rule', implementation: rule, ...mark(0) };
    expect(next.schema).toEqual([{ name: 't', quality: [item] }]);
  });

  it('loses the rule of an expectation that is given up, also of a column by its physical name', () => {
    const rule = { type: 'library', metric: 'nullValues', mustBe: 0 };
    const schema = [{ name: 't', properties: [{ name: 'Key', physicalName: 'k', quality: [rule] }], quality: [rule] }];
    const columns = { schema: [{ name: 'k', dataType: 'INT' }] };
    const cases = ['s.d.p.t.nullValues', 's.d.p.t.k.nullValues'].map((fullyQualifiedName, at) => ({
      ...{ id: String(at), type: 'testCase', name: 'nullValues', fullyQualifiedName },
    }));
    const both = { ...columns, qualityExpectations: cases };
    const [ofTable, ofColumn] = [0, 1].map((at) =>
      out(document({ schema }), both, { ...columns, qualityExpectations: [cases[at]!] }, 0),
    );
    expect(ofTable!.schema).toEqual([{ ...schema[0], properties: [{ name: 'Key', physicalName: 'k', quality: [] }] }]);
    expect(ofColumn!.schema).toEqual([{ ...schema[0], quality: [] }]);
  });
});
