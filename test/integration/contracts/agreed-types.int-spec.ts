import { readFileSync } from 'node:fs';
import { type AssetColumn, assetColumns, type ComparedColumn } from '@app/contracts';
import { conform, mapDocument } from '@app/contracts/pure';
import { checkSchema } from '../../../libs/validation/src/checks/schema-check';
import { missingShared, sharedPath } from '../../support/shared-folder';
import { describeUnless } from '../../support/unless-refused';

/** A pair of a promised and a found type with the verdict. */
interface Case {
  readonly id: string;
  readonly platform: string;
  readonly policy?: 'exact' | 'odcs';
  readonly promised: Omit<ComparedColumn, 'name'> & { readonly odcs?: object };
  readonly found: Omit<AssetColumn, 'name'>;
  readonly verdict: 'keeps' | 'breaks';
  /** The field that breaks. */
  readonly at?: string;
}

const CASES = 'oracle/types-cases.json';

/** What a contract imported from a document promises. */
function imported(property: object, asset: Record<string, unknown>): readonly ComparedColumn[] {
  const sent = {
    ...{ apiVersion: 'v3.1.0', kind: 'DataContract', id: 'k', name: 'k', version: '1.0.0', status: 'active' },
    schema: [{ name: 't', physicalType: 'table', properties: [{ name: 'c', ...property }] }],
  };
  const { document } = conform(sent);
  const [object] = document.schema as Record<string, unknown>[];
  const selected = object && { object, index: 0 };
  const mapped = mapDocument(document, { assetType: 'table', asset, selected, checkRule: () => null });
  return mapped.parts.schema as ComparedColumn[];
}

function isRight({ platform, policy, promised, found, verdict, at }: Case): boolean {
  const asset = { name: 't', serviceType: platform, columns: [{ name: 'c', ...found }] };
  const { odcs, ...column } = promised;
  const { failedFields } = checkSchema({
    contractColumns: odcs ? imported(odcs, asset) : [{ name: 'c', ...column }],
    asset: assetColumns('table', asset)!,
    policy: { types: policy === 'exact' ? 'exact' : 'compatible', extraColumns: 'allow', order: 'ignore' },
  });
  if (verdict === 'keeps') return failedFields.length === 0;
  return at === undefined
    ? failedFields.length > 0
    : failedFields.some((field) => field === `c.${at}` || field === 'c');
}

describeUnless(missingShared(CASES), 'the agreed cases of types', () => {
  it('have the agreed verdicts', () => {
    const { given } = JSON.parse(readFileSync(sharedPath(CASES), 'utf8')) as { given: Case[] };
    expect(given.length).toBeGreaterThan(600);
    expect(given.filter((one) => !isRight(one))).toEqual([]);
  });
});
