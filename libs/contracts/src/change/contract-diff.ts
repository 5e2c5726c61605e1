import { DAY } from '@app/common';
import { type Platform, platformOf } from '@app/datatypes';
import type { ContractDocument } from '../document/contract-document';
import type { Change } from './change';
import { diffRules } from './rules/diff-rules';
import { diffColumns } from './schema/diff-columns';
import { diffAttributes } from './sections/diff-attributes';
import { diffQuality } from './sections/diff-quality';
import { diffSchemaPolicy, freeExtension } from './sections/diff-schema-policy';
import { diffSecurity } from './sections/diff-security';
import { diffSemantics } from './sections/diff-semantics';
import { diffSla } from './sections/diff-sla';
import { diffTerm, type NoticeTerms } from './sections/diff-term';

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

/** Terms of a comparison of two contracts. */
export interface ComparisonTerms extends Partial<NoticeTerms> {
  /** Whose words the types of the asset are. */
  readonly platform?: Platform;
}

/**
 * All differences between two (normalized) contracts, classified from the view of consumers of the old one. A promise that goes or gets
 * weaker is breaking, whether it is judged on data or by people; one that comes or gets stricter is compatible; all else is info.
 */
export function diffContracts(
  before: ContractDocument,
  after: ContractDocument,
  { platform = platformOf(), sunsetNotice = DEFAULT_SUNSET_NOTICE, now = Date.now() }: ComparisonTerms = {},
): Change[] {
  const assetType = after.entity?.type ?? before.entity?.type;
  return [
    ...diffColumns(before.schema ?? [], after.schema ?? [], { platform }),
    ...diffSchemaPolicy(before, after),
    ...diffSemantics(before.semantics ?? [], after.semantics ?? [], assetType),
    ...diffQuality(before.qualityExpectations ?? [], after.qualityExpectations ?? []),
    ...diffRules(before.odcsQualityRules, after.odcsQualityRules),
    ...diffSla(before.sla ?? {}, after.sla ?? {}),
    ...diffSecurity(before.security ?? {}, after.security ?? {}),
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
  platform: Platform = platformOf(),
): boolean {
  return [
    ...diffColumns(before.schema ?? [], after.schema ?? [], { platform, isWithoutValues: true }),
    ...diffSla(before.sla ?? {}, after.sla ?? {}).filter(({ path }) => path !== 'sla.columnName'),
    ...diffSecurity(before.security ?? {}, after.security ?? {}),
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
  const forward = (): Change[] => diffContracts(after, before, terms);
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

function verdict(changes: readonly Change[]): CompatibilityVerdict {
  return { compatible: !changes.some(isBreakingChange), changes };
}

function isBreakingChange({ compatibility }: Change): boolean {
  return compatibility === 'breaking';
}
