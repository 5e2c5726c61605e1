import * as fc from 'fast-check';
import type { ContractDocument } from '../../document/contract-document';
import { statedPromises } from '../../registry/registry';
import { SCHEMA_VERSIONS } from '../../odcs/document/api-version';
import { type Json, objectsOf } from '../../document/json';
import { mapDocument } from '../../odcs/mapping/map-document';
import { type KnownAsset, notJudged, referredTables } from '../not-judged';
import type { ImportReport } from '../../odcs/mapping/report';
import { conform } from '../../odcs/strict/conform';
import { DocumentMaker } from './document-maker.cases';
import { leavesOf, listsOf } from '../../odcs/mapping/report-lists.cases';

const RUNS = 60;
const ASSET = { name: 'orders', columns: ['id', 'at', 'b'].map((name) => ({ name, dataType: 'INT' })) };

const NOTHING_KNOWN = { type: 'table', isPartitioned: false, tables: new Set<string>() };

interface Reported {
  readonly document: Json;
  readonly report: ImportReport;
  /** Paths and reasons of the promises that no evidence can judge. */
  readonly unjudged: readonly string[];
}

function reported(sent: Json): Reported {
  const { document, changes } = conform(structuredClone(sent));
  const [object] = objectsOf(document.schema);
  const selected = object && { object, index: 0 };
  const mapped = mapDocument(document, { assetType: 'table', asset: ASSET, selected, checkRule: () => null });
  const report = mapped.report.finish(document, changes, notJudged(mapped, document, selected, NOTHING_KNOWN));
  const contract = mapped.parts as ContractDocument;
  const stored = { document, object: selected ? 0 : null, baseline: contract };
  const promises = statedPromises({ contract, assetType: 'table', stored });
  return {
    document,
    report,
    unjudged: promises.flatMap(({ unjudged, unlessFound }) => (unjudged ?? unlessFound)?.reason ?? []),
  };
}

describe.each(SCHEMA_VERSIONS)('the report of an import of a document of %s', (version) => {
  it('has each leaf once, and each promise that is not judged', () => {
    const maker = new DocumentMaker(version);
    let made = 0;
    let listed = 0;
    const check = (seed: number): void => {
      const sent = maker.make(seed);
      if (!sent) return;
      made++;
      const { document, report, unjudged } = reported(sent);
      for (const leaf of leavesOf(document))
        expect([leaf, listsOf(report, leaf)]).toEqual([leaf, [expect.any(String)]]);
      const promises = report.notJudged.filter(({ path }) => !/\.arguments\./.test(path));
      expect(promises.map(({ reason }) => reason)).toEqual(unjudged);
      expect(new Set(report.notJudged.map(({ path }) => path)).size).toBe(report.notJudged.length);
      listed += report.notJudged.length;
    };
    fc.assert(fc.property(fc.integer(), check), { numRuns: RUNS, examples: [[-2130529301]] });
    expect(made).toBeGreaterThan(RUNS * 0.9);
    expect(listed).toBeGreaterThan(made);
  });
});

const BASE = { apiVersion: 'v3.2.0', kind: 'DataContract', id: 'x', version: '1', status: 'active', name: 'n' };

describe('the report of an import', () => {
  it.each<[string, Json, Json[]]>([
    ['nothing', {}, []],
    [
      'people and terms',
      {
        roles: [{ role: 'r', access: 'read' }],
        description: { purpose: 'p', usage: 'u', limitations: 'l' },
        schema: [{ name: 't', properties: [{ name: 'id', classification: 'public' }] }],
      },
      [
        { path: 'schema[0].properties[0].classification', reason: 'forPeople' },
        { path: 'roles[0].role', reason: 'forPeople' },
        { path: 'description.usage', reason: 'forPeople' },
      ],
    ],
    [
      'entries of the SLA',
      {
        slaProperties: [
          { property: 'frequency', value: 1, unit: 'd', element: 'at' },
          { property: 'latency', value: 1, unit: 'd', element: 'b' },
          { property: 'retention', value: 1, unit: 'y' },
          { property: 'throughput', value: 1 },
        ],
      },
      [
        { path: 'slaProperties[2]', reason: 'noCheck' },
        { path: 'slaProperties[1]', reason: 'noCheck' },
        { path: 'slaProperties[3]', reason: 'unknownSla' },
      ],
    ],
    [
      'options, lists and keys',
      {
        schema: [
          {
            name: 't',
            properties: [
              { name: 'id', logicalType: 'string', logicalTypeOptions: { format: 'hostname', minLength: 1 } },
              {
                ...{ name: 'b', logicalType: 'array' },
                items: {
                  logicalType: 'object',
                  properties: [
                    { name: 'k', logicalType: 'string', primaryKey: true, enum: [{ value: 'x' }] },
                    { name: 'l', logicalType: 'string', required: true, unique: true },
                  ],
                },
              },
            ],
          },
        ],
      },
      [
        { path: 'schema[0].properties[0].logicalTypeOptions.format', reason: 'noCheck' },
        { path: 'schema[0].properties[1].items.properties[0].enum', reason: 'insideList' },
        { path: 'schema[0].properties[1].items.properties[1].required', reason: 'insideList' },
        { path: 'schema[0].properties[1].items.properties[1].unique', reason: 'insideList' },
        { path: 'schema[0].properties[1].items.properties[0].primaryKey', reason: 'insideList' },
      ],
    ],
    [
      'rules',
      {
        schema: [
          {
            name: 't',
            quality: [
              { type: 'text', description: 'nice' },
              { type: 'custom', engine: 'soda', implementation: 'x' },
              { metric: 'rowCount', mustBe: 1 },
            ],
          },
        ],
      },
      [
        { path: 'schema[0].quality[0]', reason: 'text' },
        { path: 'schema[0].quality[1]', reason: 'custom' },
      ],
    ],
    [
      'arguments of rules',
      {
        schema: [
          {
            ...{ name: 't', quality: [{ metric: 'rowCount', mustBe: 1, arguments: { 'by day': 'at' } }] },
            properties: [
              {
                name: 'b',
                quality: [
                  {
                    metric: 'invalidValues',
                    mustBe: 0,
                    arguments: { validValues: ['x'], ignoreCase: true, more: [{ a: 1 }] },
                  },
                  { metric: 'nullValues', mustBe: 0, arguments: {} },
                  { type: 'text', description: 'nice', arguments: { unjudged: 1 } },
                ],
              },
            ],
          },
        ],
      },
      [
        { path: 'schema[0].properties[0].quality[2]', reason: 'text' },
        { path: 'schema[0].quality[0].arguments."by day"', reason: 'noCheck' },
        { path: 'schema[0].properties[0].quality[0].arguments.ignoreCase', reason: 'noCheck' },
        { path: 'schema[0].properties[0].quality[0].arguments.more', reason: 'noCheck' },
      ],
    ],
  ])('names what is not judged of %s', (_what, more, expected) => {
    const { report } = reported({ ...BASE, ...more });
    expect(report.notJudged).toEqual(expected);
    for (const { path } of expected) expect(report.mapped).not.toContain(path);
  });

  it('names references and partitions unless the catalog knows what judges them', () => {
    const properties = [
      { name: 'id', partitioned: true, relationships: [{ to: 'other.id' }, { to: 'orders.b' }] },
      { name: 'b', relationships: [{ to: 'gone.id' }] },
    ];
    const { document } = conform({ ...BASE, schema: [{ name: 'orders', properties }] });
    const selected = { object: objectsOf(document.schema)[0]!, index: 0 };
    const mapped = mapDocument(document, { assetType: 'table', asset: ASSET, selected, checkRule: () => null });
    expect([...referredTables(mapped, document, selected, 'table')]).toEqual(['other', 'gone']);
    const paths = (known: KnownAsset): string[] =>
      notJudged(mapped, document, selected, known).map(({ path }) => path.replace('schema[0].properties', ''));
    const both = { type: 'table', isPartitioned: true, tables: new Set(['other']) };
    expect(paths(both)).toEqual(['[1].relationships[0]']);
    expect(paths(NOTHING_KNOWN).sort()).toEqual(['[0].partitioned', '[0].relationships[0]', '[1].relationships[0]']);
  });
});
