import { entityTypes } from '../definition/entity-types';
import { joinFqn } from '../fqn/fqn';

/** An entity with what bears on its place of its parent; nulls where it is a root. */
export interface PlacedRow {
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  readonly root: string | null;
  readonly deleted_by: string | null;
  readonly parent_fqn: string | null;
  /** Topmost ancestor of the parent; the parent itself where it is a root. */
  readonly parent_root: string | null;
  readonly parent_deleted_by: string | null;
}

export interface Place {
  /** undefined: it does not follow from what is known. */
  readonly fqn: string | undefined;
  readonly root: string | null;
  readonly deletedBy: string | null;
}

/**
 * The place that follows from an entity's own name and from its parent.
 * @param parentWas the FQN that the parent had until it was mended
 */
export function rightPlace(row: PlacedRow, parentWas?: string): Place {
  return { fqn: rightFqn(row, parentWas), root: row.parent_root, deletedBy: rightDeletion(row) };
}

function rightFqn({ type, name, fqn, parent_fqn }: PlacedRow, parentWas?: string): string | undefined {
  const entityType = entityTypes.find(type);
  // Of a release that knew more types.
  if (!entityType) return fqn;
  const { fqnPart, fqnBetween = [], parents } = entityType;
  const own = fqnPart ? fqnPart(name) : name;
  if (parent_fqn === null || !parents.some(({ link }) => link))
    return joinFqn(parent_fqn ?? undefined, ...fqnBetween, own);
  // Which column it speaks of stands in its FQN alone.
  const rest = [parent_fqn, parentWas ?? parent_fqn]
    .filter((above) => fqn.startsWith(`${above}.`))
    .map((above) => fqn.slice(above.length))
    .find((text) => text.endsWith(`.${joinFqn(undefined, own)}`));
  return rest === undefined ? undefined : parent_fqn + rest;
}

/** What is deleted was hidden by its own deletion or by the one that hid its parent. */
function rightDeletion({ node, deleted_by, parent_deleted_by }: PlacedRow): string | null {
  return deleted_by === node ? node : parent_deleted_by;
}
