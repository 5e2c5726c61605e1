import type { ContractDocument } from '../document/contract-document';
import type { Change } from './change';
import { diffContracts } from './contract-diff';

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
): CompatibilityVerdict {
  switch (mode) {
    case 'backward':
      return verdict(diffContracts(before, after));
    case 'forward':
      return verdict(diffContracts(after, before));
    case 'full':
      return verdict([...diffContracts(before, after), ...diffContracts(after, before).filter(isBreakingChange)]);
    case 'none':
      return { compatible: true, changes: diffContracts(before, after) };
  }
}

function verdict(changes: readonly Change[]): CompatibilityVerdict {
  return { compatible: !changes.some(isBreakingChange), changes };
}

function isBreakingChange({ compatibility }: Change): boolean {
  return compatibility === 'breaking';
}
