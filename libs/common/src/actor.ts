/** What a rule of a policy allows or denies. The closed list of operations. */
export const OPERATIONS = [
  'Create',
  'Delete',
  'ViewAll',
  'ViewBasic',
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

/** Operations that change an entity: by property, the first one covers the others. */
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
  /** Such as `isOwner()`: the rule holds for the objects of which this is true. */
  readonly condition?: string;
}

/** On whose behalf something is done: the first argument of every use case. */
export interface Actor {
  /** The user name that becomes `updatedBy`. */
  readonly name: string;
  /** The user's id. */
  readonly id: string;
  readonly isAdmin: boolean;
  /** The ids under which the actor owns things: its own and those of its teams. */
  readonly ownerIds: ReadonlySet<string>;
  readonly rules: readonly AccessRule[];
}
