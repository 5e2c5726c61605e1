/** A tag or term with what it lies below, as far as it matters to those who bear it. */
export interface LabelLine {
  readonly fqn: string;
  readonly source: 'Classification' | 'Glossary';
  readonly deleted: boolean;
  /** From the tag or term itself up to its classification or glossary. */
  readonly up: readonly LabelStep[];
}

export interface LabelStep {
  readonly type: string;
  readonly fqn: string;
  readonly disabled: boolean;
  /** What lies below it in different branches excludes each other. */
  readonly exclusive: boolean;
}

/** The classification whose tags tell how much an asset matters: nothing has two of them, whatever it says itself. */
export const TIER = 'Tier';

/** The place under which two tags or terms exclude each other, or undefined where they may stand together. */
export function excluding(one: LabelLine, other: LabelLine): LabelStep | undefined {
  if (one.fqn === other.fqn) return undefined;
  const common = one.up.findIndex(({ fqn, type }) => other.up.some((step) => step.fqn === fqn && step.type === type));
  const step = one.up[common];
  // One that lies below the other is in the same branch.
  if (!step || step.fqn === one.fqn || step.fqn === other.fqn) return undefined;
  return step.exclusive ? step : undefined;
}
