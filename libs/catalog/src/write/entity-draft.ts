import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import type { EntityType } from '../definition/entity-type';
import type { Reference } from '../definition/entity-document';

export interface RelationTarget extends Reference {
  /** Absent if the entity already refers to it: no row is written. */
  readonly node?: string;
}

/** A reference resolved to an entity. */
export interface Target extends RelationTarget {
  readonly node: string;
  /** Topmost ancestor of the target; its own node for a root. */
  readonly root: string;
}

/** Where a write happens: its transaction, who writes, and the type of the entities. */
export interface WriteContext {
  readonly tx: Transaction;
  readonly actor: Actor;
  readonly entityType: EntityType;
  /** The write of one entity is all that the transaction does. */
  readonly isAll?: true;
  /** Relations that a PUT retains if its body does not name them, beside those of the type. */
  readonly keeps?: readonly string[] | undefined;
  /** The rules of the type that make writes pending are not applied: for trials, and for writes that they have released. */
  readonly isUngated?: true;
}

export type Writing = Pick<WriteContext, 'actor' | 'entityType'>;

/** Options of a write that are not part of the entity. */
export type WriteOptions = Readonly<Record<string, unknown>>;

/** The write option whose value, an object, is the `origin` of the description of the change. */
export const CHANGE_ORIGIN = 'changeOrigin';

/** An entity to be written to the database. */
export interface EntityDraft {
  readonly entityType: EntityType;
  /** Set once the row exists. */
  node: string;
  id: string;
  name: string;
  fqn: string;
  parent?: Target;
  /** Every parent named in the body, by property. */
  readonly parents: ReadonlyMap<string, Target>;
  /** The link to its path in the parent, by its property, for parents named by links. */
  readonly link?: { readonly property: string; readonly text: string };
  /** Every attribute that is stored, by name. Behaviours may change them. */
  readonly attributes: Record<string, unknown>;
  readonly relations: Map<string, readonly RelationTarget[]>;
  /** Write options of the request beside its body, such as allowDrift. */
  readonly options: WriteOptions;
  /** Data that the behaviour extracted from the body for use after the write. */
  unstored?: unknown;
  /** The findings of the behaviour in `prepare` that `isBreaking` needs. */
  prepared?: unknown;
  /** The rule under which `gate` of the behaviour has changed the draft. */
  rule?: string;
}
