import * as fc from 'fast-check';
import { EXPORT_VERSIONS } from '../../odcs/document/api-version';
import type { Json } from '../../document/json';
import { layOver } from '../../odcs/document/merge-documents';
import { mapDocument } from '../../odcs/mapping/map-document';
import { type ExportedContract, exportDocument } from '../../odcs/overlay/export-document';
import type { ContractState } from '../../odcs/overlay/overlay-document';
import { conform } from '../../odcs/strict/conform';
import { schemaErrors } from '../../odcs/strict/official-schema';

const COLUMNS = [
  { name: 'id', dataType: 'BIGINT' },
  { name: 'note', dataType: 'STRUCT', children: [{ name: 'id', dataType: 'INT' }] },
];
const ASSET = { name: 'orders', columns: COLUMNS };

const word = fc.constantFrom('rows', 'a', '', 'Grüße', 'note', 'x: y');
const number = fc.constantFrom(0, 1, -1.5, 1e9);
const any = fc.oneof(word, number, fc.constant(true), fc.constant({ '!!': [{ var: 'owners' }] }));
const property = fc.record({ property: fc.constantFrom('a', 'column', 'odcsQualityRule', 'enabled'), value: any });

/** A rule that a contract takes, of every type, also one that no document of the standard could say. */
const rule = fc.record(
  {
    type: fc.constantFrom('library', 'sql', 'custom', 'text'),
    name: word,
    description: word,
    rule: fc.constantFrom('rowCount', 'nullCheck', 'other'),
    metric: fc.constantFrom('rowCount', 'nullValues', 'invalidValues', 'freshness', 'uniqueValues'),
    column: fc.constantFrom('id', 'note', 'note.id', 'other'),
    query: fc.constant('select count(*) from t'),
    engine: fc.constantFrom('soda', 'json-logic', 'test-case', 'quality-rule'),
    implementation: fc.oneof(word, fc.constant({ metric: 'rowCount', customProperties: { a: 1 } })),
    dimension: fc.constantFrom('accuracy', 'Beauty'),
    severity: word,
    unit: word,
    mustBe: any.filter((value) => typeof value !== 'object'),
    mustBeGreaterThan: number,
    mustBeBetween: fc.constantFrom([1, 2], [1, 1]),
    validValues: fc.array(word, { maxLength: 2 }),
    arguments: fc.constantFrom<Json>({}, { missingValues: ['n/a'] }, { validValues: ['a'], pattern: '^a' }),
    customProperties: fc.oneof(fc.array(property, { maxLength: 2 }), fc.constant({ a: 1 })),
    tags: fc.array(word, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

/** Rules as most people write them. */
const plainRule = fc.constantFrom<Json>(
  { type: 'library', name: 'rows', metric: 'rowCount', mustBeGreaterThan: 0 },
  { type: 'library', metric: 'nullValues', column: 'id', mustBe: 0 },
  { type: 'library', metric: 'invalidValues', column: 'note', validValues: ['a'], mustBe: 0 },
  { type: 'library', metric: 'missingValues', column: 'note', mustBe: 0, arguments: { missingValues: ['n/a'] } },
  { type: 'sql', name: 'sum', query: 'select 1', mustBe: 1 },
  { type: 'custom', engine: 'soda', implementation: 'checks: []' },
  { type: 'text', description: 'Loaded with care' },
);

const contracts = fc.record({
  odcsQualityRules: fc.array(fc.oneof(plainRule, rule), { minLength: 1, maxLength: 6 }),
  semantics: fc.constantFrom(undefined, [{ name: 'rows', description: 'polite' }]),
  qualityExpectations: fc.constantFrom(
    [],
    [{ id: '1', type: 'testCase', name: 'rows', fullyQualifiedName: 's.d.p.orders.rows' }],
  ),
});

function read(sent: Json) {
  const { document, wasValid } = conform(sent);
  expect([wasValid, schemaErrors(sent)]).toEqual([true, []]);
  const [object] = document.schema as Json[];
  const selected = object && { object, index: 0 };
  const mapped = mapDocument(document, { assetType: 'table', asset: ASSET, selected, checkRule: () => null });
  return { document, mapped };
}

function asContract(parts: Json): ExportedContract {
  return { name: 'own', schema: COLUMNS, entityStatus: 'Active', ...parts, id: 'i', version: 0.1 } as ExportedContract;
}

/** The quality that a contract made of the document promises. */
function promised({ mapped }: ReturnType<typeof read>) {
  const { odcsQualityRules, semantics } = mapped.parts;
  return { odcsQualityRules, semantics, tests: mapped.tests, expected: mapped.expected.map(({ fqn }) => fqn) };
}

describe.each([undefined, ...EXPORT_VERSIONS])('quality rules of a contract, in an export of version %s', (version) => {
  it('come back as they are, with the test cases that were expected and no others', () => {
    fc.assert(
      fc.property(contracts, (parts) => {
        const out = exportDocument(asContract(parts), 'orders', undefined, version);
        const { odcsQualityRules, semantics, qualityExpectations } = parts;
        const expected = qualityExpectations.map(({ fullyQualifiedName }) => fullyQualifiedName);
        expect(promised(read(out))).toEqual({ odcsQualityRules, semantics, tests: [], expected });
      }),
      { numRuns: 100 },
    );
  });

  it('stay the same when the export is merged, and through every later change', () => {
    fc.assert(
      fc.property(contracts, contracts, (first, second) => {
        const [before, after] = [first, second].map((parts) => asContract({ ...parts, semantics: undefined })) as [
          ExportedContract,
          ExportedContract,
        ];
        const out = exportDocument(before, 'orders', undefined, version);
        expect(layOver(out, 0, out, (out.schema as Json[])[0]).document).toEqual(out);
        const kept = { document: out, object: 0, baseline: before as ContractState };
        expect(exportDocument(before, 'orders', kept, version)).toEqual(out);
        const changed = exportDocument(after, 'orders', kept, version);
        expect(promised(read(changed)).odcsQualityRules).toEqual(second.odcsQualityRules);
      }),
      { numRuns: 100 },
    );
  });
});
