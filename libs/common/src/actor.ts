/** Operations that a policy rule allows or denies (closed list). */
export const OPERATIONS = [
  'Create',
  'Delete',
  'HardDelete',
  'ViewAll',
  'ViewBasic',
  'ViewSecrets',
  'EditAll',
  'EditDescription',
  'EditTags',
  'EditOwners',
  'EditLineage',
  'EditTests',
  'Search',
  'ExportLineage',
  'ValidateContract',
  'ManageResults',
] as const;

export type Operation = (typeof OPERATIONS)[number];

/** Operations that change an entity: the first one includes the others, which each cover one property. */
export const EDIT_OPERATIONS = [
  'EditAll',
  'EditDescription',
  'EditTags',
  'EditOwners',
  'EditTests',
  'EditLineage',
] as const satisfies readonly Operation[];

/** One rule of a policy; `resources` holds entity types or `All`. Deny wins over allow. */
export interface AccessRule {
  readonly name: string;
  readonly effect: 'allow' | 'deny';
  readonly resources: readonly string[];
  readonly operations: readonly (Operation | 'All')[];
  /** Such as `isOwner()`: the rule applies to objects for which this is true. */
  readonly condition?: string;
  /** The name of the policy that holds the rule. */
  readonly policy?: string;
}

/** The user on whose behalf an operation runs: the first argument of every use case. */
export interface Actor {
  /** The user name that becomes `updatedBy`. */
  readonly name: string;
  /** The user's id. */
  readonly id: string;
  readonly isAdmin: boolean;
  /** A program that brings metadata in; absent: a person. */
  readonly isBot?: boolean;
  /** Ids under which the actor can own objects: its own and those of its teams. */
  readonly ownerIds: ReadonlySet<string>;
  readonly rules: readonly AccessRule[];
}
