import { entityTypes } from '../types/entity-types';
import { joinFqn } from '../fqn';

/** An entity with the parent's values that determine its position in the tree; nulls for a root. */
export interface LocatedRow {
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  readonly root: string | null;
  readonly deleted_by: string | null;
  readonly parent_fqn: string | null;
  /** Topmost ancestor of the parent; the parent itself if it is a root. */
  readonly parent_root: string | null;
  readonly parent_deleted_by: string | null;
}

export interface Location {
  /** undefined: cannot be derived from the known values. */
  readonly fqn: string | undefined;
  readonly root: string | null;
  readonly deletedBy: string | null;
}

/**
 * The position derived from an entity's own name and its parent.
 * @param parentWas the FQN that the parent had before its repair
 */
export function rightLocation(row: LocatedRow, parentWas?: string): Location {
  return { fqn: rightFqn(row, parentWas), root: row.parent_root, deletedBy: rightDeletion(row) };
}

function rightFqn({ type, name, fqn, parent_fqn }: LocatedRow, parentWas?: string): string | undefined {
  const entityType = entityTypes.find(type);
  // Written by a newer release with more types.
  if (!entityType) return fqn;
  const { fqnPart, fqnBetween = [], parents } = entityType;
  const own = fqnPart ? fqnPart(name) : name;
  if (parent_fqn === null || !parents.some(({ link }) => link))
    return joinFqn(parent_fqn ?? undefined, ...fqnBetween, own);
  // Only the FQN records which column it refers to.
  const rest = [parent_fqn, parentWas ?? parent_fqn]
    .filter((above) => fqn.startsWith(`${above}.`))
    .map((above) => fqn.slice(above.length))
    .find((text) => text.endsWith(`.${joinFqn(undefined, own)}`));
  return rest === undefined ? undefined : parent_fqn + rest;
}

/** A deleted entity was hidden by its own deletion or by the one that hid its parent. */
function rightDeletion({ node, deleted_by, parent_deleted_by }: LocatedRow): string | null {
  return deleted_by === node ? node : parent_deleted_by;
}
