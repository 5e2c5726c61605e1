import { type Platform, platformOf } from '@app/datatypes';
import type { ContractDocument } from '../document/contract-document';
import type { Change } from './change';
import { diffColumns } from './schema/diff-columns';
import { diffAttributes } from './sections/diff-attributes';
import { diffQuality } from './sections/diff-quality';
import { diffSecurity } from './sections/diff-security';
import { diffSemantics } from './sections/diff-semantics';
import { diffSla } from './sections/diff-sla';

/** Compared by separate rules, or not part of the agreement: set by the service, or metadata of the entry. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  ...['schema', 'semantics', 'qualityExpectations', 'sla', 'security', 'entity'],
  ...['id', 'fullyQualifiedName', 'href', 'version', 'deleted', 'inherited', 'lifecycle', 'latestResult'],
  ...['updatedAt', 'updatedBy', 'createdAt', 'createdBy', 'impersonatedBy'],
  ...['changeDescription', 'incrementalChangeDescription', 'contractUpdates'],
  ...['testSuite', 'service', 'followers', 'votes', 'usageSummary'],
]);

/**
 * All differences between two (normalized) contracts, classified from the view of consumers of the old one. Promises are: columns
 * with their types and constraints, semantics rules, test cases, the SLA, access to the data. All else is info.
 * @param platform whose words the types of the asset are
 */
export function diffContracts(
  before: ContractDocument,
  after: ContractDocument,
  platform: Platform = platformOf(),
): Change[] {
  const assetType = after.entity?.type ?? before.entity?.type;
  return [
    ...diffColumns(before.schema ?? [], after.schema ?? [], platform),
    ...diffSemantics(before.semantics ?? [], after.semantics ?? [], assetType),
    ...diffQuality(before.qualityExpectations ?? [], after.qualityExpectations ?? []),
    ...diffSla(before.sla ?? {}, after.sla ?? {}),
    ...diffSecurity(before.security ?? {}, after.security ?? {}),
    ...diffAttributes(before, after, '', NOT_COMPARED),
  ];
}

/** Whether the change raises the version of the contract by 1.0. */
export function isBreaking(before: ContractDocument, after: ContractDocument, platform?: Platform): boolean {
  return diffContracts(before, after, platform).some(isBreakingChange);
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
  platform?: Platform,
): CompatibilityVerdict {
  const backward = (): Change[] => diffContracts(before, after, platform);
  const forward = (): Change[] => diffContracts(after, before, platform);
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
