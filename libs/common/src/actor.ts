/** Operations that a policy rule allows or denies (closed list). */
export const OPERATIONS = [
  'Create',
  'Delete',
  'HardDelete',
  'ViewAll',
  'ViewBasic',
  'ViewSampleData',
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
  'ConnectData',
  'CrawlData',
  'CheckData',
  'ManageContractPolicy',
  'ReviewContract',
  'OverrideConsent',
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

/** One rule of a policy; `resources` are entity types or `All`. Deny wins over allow. */
export interface AccessRule {
  readonly name: string;
  readonly effect: 'allow' | 'deny';
  readonly resources: readonly string[];
  readonly operations: readonly (Operation | 'All')[];
  /** Such as `isOwner()`: the rule applies to objects for which this is true. */
  readonly condition?: string;
  /** The name of the policy that contains the rule. */
  readonly policy?: string;
}

/** Where a request comes from, for the audit. */
export interface RequestOrigin {
  readonly requestId: string;
  /** The address of the client, as the service sees it behind its trusted proxies. */
  readonly address: string;
  /** Its method and the pattern of its path, such as `PATCH /api/v1/tables/:id`. */
  readonly route: string;
  /** Absent where no token was shown. */
  readonly userId?: string;
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
  /** The origin of the request; absent where the service works by itself. */
  readonly origin?: RequestOrigin;
  /** The actor of all requests of a token, where this is that of one request: what follows from its rights is remembered under it. */
  readonly shared?: Actor;
}

/**
 * The actor of one request. Of a copy whose members are there already: V8 gives objects that get more members behind a copied one their
 * shape anew each time.
 */
export function actorFrom<One extends Actor>(
  actor: One,
  { requestId, address, route }: Omit<RequestOrigin, 'userId'>,
): One {
  const copy: Mutable<Actor> = { ...actor };
  copy.origin = { requestId, address, route, userId: actor.id };
  copy.shared = actor;
  return copy as One;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
