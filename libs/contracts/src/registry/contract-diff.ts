import { DAY } from '@app/common';
import { platformOf } from '@app/datatypes';
import type { ContractDocument } from '../document/contract-document';
import type { ComparedDocuments } from '../promises/promise-kind';
import { diffPromises } from './registry';
import type { Change } from '../promises/change';
import { ColumnNames, type ComparedAsset } from '../promises/column-names';
import { diffColumns } from '../change/schema/diff-columns';
import { diffAttributes } from '../change/sections/diff-attributes';
import { freeExtension } from '../change/sections/diff-schema-policy';
import { diffSecurity } from '../change/sections/diff-security';
import { diffSla } from '../change/sections/diff-sla';
import { diffTerm, type NoticeTerms } from '../change/sections/diff-term';

/** Compared by separate rules, or not part of the agreement: set by the service, or metadata of the entry. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  ...['schema', 'semantics', 'qualityExpectations', 'odcsQualityRules', 'sla', 'security', 'extension', 'entity'],
  ...['entityStatus', 'effectiveFrom', 'effectiveUntil'],
  ...['id', 'fullyQualifiedName', 'href', 'version', 'deleted', 'inherited', 'lifecycle', 'latestResult'],
  ...['updatedAt', 'updatedBy', 'createdAt', 'createdBy', 'impersonatedBy'],
  ...['changeDescription', 'incrementalChangeDescription', 'contractUpdates'],
  ...['testSuite', 'service', 'followers', 'votes', 'usageSummary'],
]);

/** Notice of an end where no policy of the contract says another. */
export const DEFAULT_SUNSET_NOTICE = 30 * DAY;

export interface ComparisonTerms extends Partial<NoticeTerms>, Partial<ComparedAsset> {
  /** The documents, where both were imported. */
  readonly documents?: ComparedDocuments;
}

/**
 * All differences between two (normalized) contracts, classified from the view of consumers of the old one. A promise that goes or gets
 * weaker is breaking, whether it is judged on data or by people; one that comes or gets stricter is compatible; all else is info.
 */
export function diffContracts(
  before: ContractDocument,
  after: ContractDocument,
  {
    platform = platformOf(),
    columns,
    sunsetNotice = DEFAULT_SUNSET_NOTICE,
    now = Date.now(),
    documents,
  }: ComparisonTerms = {},
): Change[] {
  const names = ColumnNames.of({ platform, columns });
  return [
    ...diffPromises({ before, after, platform, names, ...(documents && { documents }) }),
    ...diffTerm(before, after, { sunsetNotice, now }),
    ...diffAttributes({ extension: freeExtension(before) }, { extension: freeExtension(after) }, '', new Set()),
    ...diffAttributes(before, after, '', NOT_COMPARED),
  ];
}

/**
 * Whether the change raises the version of the contract by 1.0: what breaks columns with their names, types, constraints and keys, a target
 * of the SLA or access. What breaks another promise raises it by 0.1.
 */
export function raisesMajor(
  before: ContractDocument,
  after: ContractDocument,
  asset: ComparedAsset = { platform: platformOf() },
): boolean {
  const names = ColumnNames.of(asset);
  return [
    ...diffColumns(before.schema ?? [], after.schema ?? [], { platform: asset.platform, names, isWithoutValues: true }),
    ...diffSla(before.sla ?? {}, after.sla ?? {}).filter(({ path }) => path !== 'sla.columnName'),
    ...diffSecurity(before.security ?? {}, after.security ?? {}, names),
  ].some(isBreakingChange);
}

export const COMPATIBILITY_MODES = ['backward', 'forward', 'full', 'none'] as const;

export type CompatibilityMode = (typeof COMPATIBILITY_MODES)[number];

export interface CompatibilityVerdict {
  readonly compatible: boolean;
  /**
   * forward: from the new contract to the old one; full: the changes of backward, followed by those that forward finds breaking.
   */
  readonly changes: readonly Change[];
}

/**
 * Whether a new contract can replace an old one. backward: consumers of the old one can use the new one (no breaking change);
 * forward: the same in the other direction; full: both; none: any change is accepted.
 */
export function checkCompatibility(
  before: ContractDocument,
  after: ContractDocument,
  mode: CompatibilityMode,
  terms?: ComparisonTerms,
): CompatibilityVerdict {
  const backward = (): Change[] => diffContracts(before, after, terms);
  const forward = (): Change[] => diffContracts(after, before, { ...terms, ...reversed(terms?.documents) });
  switch (mode) {
    case 'backward':
      return verdict(backward());
    case 'forward':
      return verdict(forward());
    case 'full':
      return verdict([...backward(), ...forward().filter(isBreakingChange)]);
    case 'none':
      return { compatible: true, changes: backward() };
  }
}

const reversed = (documents?: ComparedDocuments): Pick<ComparisonTerms, 'documents'> =>
  documents ? { documents: { before: documents.after, after: documents.before } } : {};

function verdict(changes: readonly Change[]): CompatibilityVerdict {
  return { compatible: !changes.some(isBreakingChange), changes };
}

function isBreakingChange({ compatibility }: Change): boolean {
  return compatibility === 'breaking';
}
