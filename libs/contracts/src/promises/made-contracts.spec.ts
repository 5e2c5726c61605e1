import * as fc from 'fast-check';
import type { ContractDocument } from '../document/contract-document';
import { EXPORT_VERSIONS, type ExportVersion } from '../odcs/document/api-version';
import type { Json } from '../document/json';
import { mapDocument } from '../odcs/mapping/map-document';
import { notJudged } from '../exchange/not-judged';
import { selectObject } from '../odcs/mapping/select-object';
import { exportDocument } from '../odcs/overlay/export-document';
import { conform } from '../odcs/strict/conform';
import { schemaErrors } from '../odcs/strict/official-schema';
import type { StoredPromises } from './promise';
import { statedPromises } from '../registry/registry';

/** Contracts of each version that are made, exported and imported again: 210 in all. */
const CONTRACTS = 70;
/** A document that came in as 3.0 goes out as such, though nothing new does. */
const VERSIONS = ['v3.0.2' as ExportVersion, ...EXPORT_VERSIONS];

const constraint = fc.constantFrom('PRIMARY_KEY', 'UNIQUE', 'NOT_NULL');
const list = fc.uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.boolean()), { minLength: 1, maxLength: 4 });
const options = {
  string: fc.record(
    { minLength: fc.nat(9), maxLength: fc.nat(9), pattern: fc.string(), format: fc.constantFrom('email', 'hostname') },
    { requiredKeys: [] },
  ),
  integer: fc.record(
    { minimum: fc.integer(), exclusiveMaximum: fc.integer(), multipleOf: fc.nat(9).map((by) => by + 1) },
    { requiredKeys: [] },
  ),
};
const TYPES = { string: 'STRING', integer: 'BIGINT' } as const;

const words = fc.constantFrom('string' as const, 'integer' as const);
const leaf = words.chain((logicalType) =>
  fc
    .record({ constraints: fc.uniqueArray(constraint), values: fc.option(list), noted: options[logicalType] })
    .map(({ constraints, values, noted }) => ({
      dataType: TYPES[logicalType],
      ...(constraints.length > 0 && { constraint: constraints[0], constraints }),
      extension: { logicalType, logicalTypeOptions: noted, ...(values && { enum: values }) },
    })),
);
const named = <Column>(columns: readonly Column[]): (Column & { name: string })[] =>
  columns.map((column, index) => ({ ...column, name: ['id', 'at', 'a.b', 'Grüße'][index]! }));
const columns = fc.array(leaf, { minLength: 1, maxLength: 3 }).map(named);
const parent = fc
  .record({ children: columns, dataType: fc.constantFrom('STRUCT', 'ARRAY') })
  .map(({ children, dataType }) => ({ children, dataType, ...(dataType === 'ARRAY' && { arrayDataType: 'STRUCT' }) }));
const duration = fc.constantFrom('P1D', 'PT2H', 'P1Y');

const contracts: fc.Arbitrary<ContractDocument> = fc
  .record({
    schema: fc.array(fc.oneof(leaf, leaf, parent), { minLength: 1, maxLength: 4 }).map(named),
    odcsQualityRules: fc.array(
      fc.constantFrom<Json>(
        { metric: 'nullValues', column: 'id', mustBe: 0 },
        { metric: 'freshness', mustBeLessThan: 3 },
        { metric: 'fancy', mustBe: 3 },
        { type: 'text', name: 'nice' },
        { type: 'custom', engine: 'soda', implementation: 'x' },
        { type: 'sql', query: 'select 1', mustBe: 1 },
      ),
      { maxLength: 4 },
    ),
    semantics: fc.uniqueArray(fc.constantFrom({ name: 'hasOwner' }, { name: 'nice' }, { name: 'off', enabled: false })),
    sla: fc.record(
      {
        ...{ refreshFrequency: duration, maxLatency: duration, retention: duration },
        ...{ availability: fc.constantFrom(99, 99.5), columnName: fc.constantFrom('id', 'at', 'gone') },
        learned: fc.constantFrom<('freshness' | 'volume')[]>(['volume'], ['freshness', 'volume']),
      },
      { requiredKeys: [] },
    ),
    security: fc.record(
      {
        dataClassification: fc.constantFrom('public', 'odd'),
        policies: fc.array(fc.constantFrom({ accessPolicy: 'r' }, { accessPolicy: 'w' }), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
    termsOfUse: fc.option(fc.constantFrom('Be nice', '## Usage\n\nyes\n\n## Limitations\n\nno'), { nil: undefined }),
    extension: fc.constantFrom({}, { schemaPolicy: { extraColumns: 'forbid', order: 'same' } }),
  })
  .map((contract) => contract as unknown as ContractDocument);

/** An exclusive bound of 3.0 is a flag: one with a value of its own is set aside there. */
function withoutExclusive(contract: ContractDocument): ContractDocument {
  const text = JSON.stringify(contract, (key, value: unknown) => (key === 'exclusiveMaximum' ? undefined : value));
  return JSON.parse(text) as ContractDocument;
}

interface Import {
  readonly contract: ContractDocument;
  readonly stored: StoredPromises;
  readonly notJudged: readonly string[];
}

const ASSET = { name: 'orders', columns: [] };
const KNOWN = { type: 'table', isPartitioned: false, tables: new Set<string>() };

function imported(sent: Json): Import {
  const { document } = conform(structuredClone(sent));
  const selected = selectObject(document, 'orders');
  const mapped = mapDocument(document, { assetType: 'table', asset: ASSET, selected, checkRule: () => null });
  const contract = mapped.parts as ContractDocument;
  return {
    contract,
    stored: { document, object: selected?.index ?? null, baseline: contract },
    notJudged: notJudged(mapped, document, selected, KNOWN).map(({ reason }) => reason),
  };
}

function promisesOf(contract: ContractDocument, stored?: StoredPromises): string[] {
  return statedPromises({ contract, assetType: 'table', ...(stored && { stored }) }).map(
    (promise) =>
      `${promise.path} ${JSON.stringify('value' in promise ? promise.value : '')} ${promise.unjudged?.reason ?? ''}`,
  );
}

const exported = (contract: ContractDocument, version: ExportVersion, stored?: StoredPromises): Json =>
  exportDocument({ ...contract, id: 'x', name: 'c', version: 1 }, 'orders', stored, version);

describe.each(VERSIONS)('made contracts that go out as %s', (version) => {
  it('come in with the promises that they stated, again and again', () => {
    let stated = 0;
    const check = (made: ContractDocument): void => {
      const contract = String(version) === 'v3.0.2' ? withoutExclusive(made) : made;
      const native = promisesOf(contract);
      const sent = exported(contract, version);
      expect(schemaErrors(sent)).toEqual([]);
      const first = imported(sent);
      expect(promisesOf(first.contract, first.stored)).toEqual(native);
      const second = imported(exported(first.contract, version, first.stored));
      expect(promisesOf(second.contract, second.stored)).toEqual(native);
      const unjudged = native.filter((promise) => !promise.endsWith(' '));
      expect(first.notJudged).toHaveLength(unjudged.length);
      stated += native.length;
    };
    fc.assert(fc.property(contracts, check), { numRuns: CONTRACTS });
    expect(stated).toBeGreaterThan(CONTRACTS * 5);
  });
});
