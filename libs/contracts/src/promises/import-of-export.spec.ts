import { isObject } from '@app/common';
import type { ContractDocument } from '../document/contract-document';
import { type ExportVersion, EXPORT_VERSIONS } from '../odcs/document/api-version';
import { exportDocument } from '../odcs/overlay/export-document';
import { conform } from '../odcs/strict/conform';
import { mapDocument } from '../odcs/mapping/map-document';
import { selectObject } from '../odcs/mapping/select-object';
import type { Json } from '../document/json';
import { statedPromises } from '../registry/registry';

const options = { minimum: 0, exclusiveMaximum: 10, multipleOf: 2, format: 'i64' };
const bounds = { minimum: 0, exclusiveMinimum: -1, maximum: 9, exclusiveMaximum: 10 };
const CONTRACT: ContractDocument = {
  schema: [
    { name: 'order_no', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
    { name: 'line_no', dataType: 'INT', constraint: 'PRIMARY_KEY', constraints: ['PRIMARY_KEY', 'UNIQUE'] },
    { name: 'mail', dataType: 'VARCHAR', constraint: 'UNIQUE', constraints: ['UNIQUE', 'NOT_NULL'] },
    { name: 'state', dataType: 'VARCHAR', constraint: 'NOT_NULL', extension: { enum: ['new', 'paid', 1, true] } },
    { name: 'amount', dataType: 'BIGINT', extension: { logicalType: 'integer', logicalTypeOptions: options } },
    { name: 'share', dataType: 'DOUBLE', extension: { logicalType: 'number', logicalTypeOptions: bounds } },
    { name: 'home', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'VARCHAR', extension: { enum: ['x'] } }] },
  ],
  odcsQualityRules: [
    { metric: 'nullValues', column: 'mail', mustBe: 0 },
    { type: 'text', name: 'nice' },
  ],
  semantics: [{ name: 'be nice', enabled: true }],
  sla: { refreshFrequency: 'P1D', retention: 'P1Y', learned: ['volume'] },
  security: { dataClassification: 'internal', policies: [{ accessPolicy: 'reader' }] },
  termsOfUse: 'Be nice',
  extension: { schemaPolicy: { extraColumns: 'forbid' } },
};

/** Paths of the promises of a contract, and the same of the import of its export. */
function both(version: ExportVersion): [string[], string[]] {
  const sent = exportDocument({ ...CONTRACT, id: 'x', name: 'c', version: 1 }, 'orders', undefined, version);
  const { document } = conform(structuredClone(sent));
  const asset = { name: 'orders', columns: [] };
  const selected = selectObject(document, 'orders');
  const context = { assetType: 'table', asset, selected, checkRule: () => null };
  const { parts } = mapDocument(document, context);
  const baseline = parts as ContractDocument;
  const stored = { document: document as Json, object: selected?.index ?? null, baseline };
  const paths = (contract: ContractDocument, from?: typeof stored): string[] =>
    statedPromises({ contract, assetType: 'table', ...(from && { stored: from }) }).map(({ path }) => path);
  expect(isObject(document)).toBe(true);
  return [paths(CONTRACT), paths(baseline, stored)];
}

describe('the import of an export', () => {
  it.each(EXPORT_VERSIONS)('states the promises of the contract in %s', (version) => {
    const [native, imported] = both(version);
    expect(imported).toEqual(native);
    expect(native.length).toBeGreaterThan(25);
  });
});
