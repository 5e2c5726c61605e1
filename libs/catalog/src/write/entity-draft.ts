import type { EntityType } from '../definition/entity-type';
import type { Reference } from '../read/relation.repository';

/** A reference whose entity was found. */
export interface Target extends Reference {
  readonly node: string;
  /** Topmost ancestor of the target; its own node where it is a root. */
  readonly root: string;
  readonly serviceType?: string;
}

/** Wishes of a write that are no part of the entity. */
export type WriteOptions = Readonly<Record<string, unknown>>;

/** An entity on its way into the database. */
export interface EntityDraft {
  readonly entityType: EntityType;
  /** Set once the row exists. */
  node: string;
  id: string;
  name: string;
  fqn: string;
  parent?: Target;
  /** Every parent that the body names, by its property. */
  readonly parents: ReadonlyMap<string, Target>;
  /** The link to its place in the parent, by the property that holds it, where parents are named by links. */
  readonly link?: { readonly property: string; readonly text: string };
  /** Every attribute that is stored, by name. Behaviours may change them. */
  readonly attributes: Record<string, unknown>;
  readonly relations: Map<string, Target[]>;
  /** Wishes of the request beside its body, such as allowDrift. */
  readonly options: WriteOptions;
  /** What the behaviour took out of the body to use it after the write. */
  kept?: unknown;
}
