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

/** A label with its line, on one thing. */
export interface Bearer {
  readonly line: LabelLine;
  /** What stood there before excludes nothing that stood there before. */
  readonly isNew: boolean;
}

/** Two labels of one thing that cannot stand together, and the place under which they exclude each other. */
export interface Exclusion {
  readonly one: LabelLine;
  readonly other: LabelLine;
  readonly step: LabelStep;
}

interface Branch extends Bearer {
  readonly name: string;
}

/**
 * The labels of one thing that exclude others of it: they lie in different branches of something exclusive. One that lies below
 * another is in the same branch. Each label is told once for a place, with the first that it excludes.
 */
export function exclusions(bearers: readonly Bearer[]): Exclusion[] {
  const branches = new Map<string, Branch[]>();
  return bearers.flatMap((bearer) =>
    exclusiveSteps(bearer).flatMap(({ step, branch }) => {
      const key = `${step.type} ${step.fqn}`;
      const others = branches.get(key) ?? [];
      branches.set(key, others);
      const rival = others.find(({ name, isNew }) => name !== branch.name && (isNew || bearer.isNew));
      if (!others.some(({ name, isNew }) => name === branch.name && (isNew || !bearer.isNew))) others.push(branch);
      return rival ? [{ one: rival.line, other: bearer.line, step }] : [];
    }),
  );
}

/** What is exclusive above a label, and in which of its branches the label lies. */
function exclusiveSteps(bearer: Bearer): { step: LabelStep; branch: Branch }[] {
  const { up } = bearer.line;
  return up.flatMap((step, at) => {
    const below = up[at - 1];
    return below && step.exclusive ? [{ step, branch: { ...bearer, name: below.fqn } }] : [];
  });
}
