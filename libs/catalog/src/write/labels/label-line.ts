/** A tag or term with its ancestors, reduced to what label rules need. */
export interface LabelLine {
  readonly fqn: string;
  readonly source: 'Classification' | 'Glossary';
  readonly deleted: boolean;
  /** From the tag or term up to its classification or glossary. */
  readonly up: readonly LabelStep[];
}

export interface LabelStep {
  readonly type: string;
  readonly fqn: string;
  readonly disabled: boolean;
  /** Its children in different branches are mutually exclusive. */
  readonly exclusive: boolean;
}

/** The classification of an asset's importance: always mutually exclusive, regardless of its own setting. */
export const TIER = 'Tier';

/** A label with its ancestors, on one entity or part. */
export interface Bearer {
  readonly line: LabelLine;
  /** Labels already stored are not checked against each other. */
  readonly isNew: boolean;
}

/** Two mutually exclusive labels on one entity or part, and the ancestor that makes them exclusive. */
export interface Exclusion {
  readonly one: LabelLine;
  readonly other: LabelLine;
  readonly step: LabelStep;
}

interface Branch extends Bearer {
  readonly name: string;
}

/**
 * The mutually exclusive labels on one entity or part: they are in different branches of an exclusive ancestor. A label and its
 * descendant are in the same branch. Each label is reported once per ancestor, with the first it excludes.
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

/** The exclusive ancestors of a label, and the branch that contains it. */
function exclusiveSteps(bearer: Bearer): { step: LabelStep; branch: Branch }[] {
  const { up } = bearer.line;
  return up.flatMap((step, at) => {
    const below = up[at - 1];
    return below && step.exclusive ? [{ step, branch: { ...bearer, name: below.fqn } }] : [];
  });
}
