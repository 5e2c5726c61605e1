import type { ContractDocument } from '../document/contract-document';
import type { Change } from './change';
import { diffContracts } from './contract-diff';

export const COMPATIBILITY_MODES = ['backward', 'forward', 'full', 'none'] as const;

export type CompatibilityMode = (typeof COMPATIBILITY_MODES)[number];

export interface CompatibilityVerdict {
  readonly compatible: boolean;
  /** forward: from the new contract to the old one; full: first those of backward, then what forward finds breaking. */
  readonly changes: readonly Change[];
}

/**
 * Whether a new contract may take the place of an old one. backward: whoever relied on the old one may rely on the new one (nothing
 * breaking); forward: the same with the two exchanged; full: both; none: whatever changes.
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
