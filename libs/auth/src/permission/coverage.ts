import { OPERATIONS, type AccessRule, type Operation } from '@app/common';

/** A rule on the first operation is a rule on the others too. */
const COVERED: Partial<Record<Operation, readonly Operation[]>> = {
  EditAll: ['EditDescription', 'EditTags', 'EditOwners', 'EditLineage', 'EditTests'],
  // Permission to delete includes hard deletion, unless a rule denies that specifically.
  Delete: ['HardDelete'],
  ViewAll: ['ViewBasic'],
};

/**
 * A rule on everything does not speak of these: it has to name them. A user who may edit all could lead a stored password to a host of its
 * own, or pass over those who rely on a contract.
 */
const ONLY_BY_NAME: ReadonlySet<Operation> = new Set<Operation>(['ViewSecrets', 'ConnectData', 'OverrideConsent']);

/** Whether a rule that names `named` speaks of `asked`. */
export function covers(named: Operation | 'All', asked: Operation): boolean {
  if (named === 'All') return !ONLY_BY_NAME.has(asked);
  return named === asked || (COVERED[named]?.includes(asked) ?? false);
}

/** Whether a rule that names the resource `named`, or all, speaks of `asked`. */
export function isAbout({ effect }: Pick<AccessRule, 'effect'>, named: string, asked: string): boolean {
  const isAll = named === 'All' || named === 'all';
  return isAll ? effect === 'deny' || !NAMED_RESOURCES.has(asked) : named === asked;
}

/** The operations that an owner may do with what it owns, whatever its roles are. */
const OWNER_OPERATIONS: ReadonlySet<Operation> = new Set<Operation>([
  'ViewSampleData',
  'EditAll',
  'EditDescription',
  'EditTags',
  'EditOwners',
  'EditTests',
  'ValidateContract',
  'ManageResults',
  'CrawlData',
  'CheckData',
  'Delete',
  'HardDelete',
]);

/** The types that the owner of an asset may create below it: it owns them as it owns the asset. */
const CREATED_BY_OWNERS: ReadonlySet<string> = new Set(['dataContract', 'testCase']);

/** Write access to these would allow privilege escalation: only administrators have it. */
const ADMINISTRATION: ReadonlySet<string> = new Set([
  'audit',
  'user',
  'role',
  'policy',
  'token',
  'setting',
  'subscription',
]);
/** Those that contain secrets are readable by administrators only. */
const SECRETS: ReadonlySet<string> = new Set(['token', 'setting', 'subscription']);

/** A rule that allows something on everything does not speak of these: it has to name them. The audit says what everybody did. */
const NAMED_RESOURCES: ReadonlySet<string> = new Set(['audit']);

export const VIEW_OPERATIONS: readonly Operation[] = [
  'ViewAll',
  'ViewBasic',
  'ViewSampleData',
  'ViewSecrets',
  'Search',
  'ExportLineage',
];
export const WRITE_OPERATIONS = OPERATIONS.filter((operation) => !VIEW_OPERATIONS.includes(operation));

export function ownerMay(operation: Operation, resource: string): boolean {
  if (operation === 'Create') return CREATED_BY_OWNERS.has(resource);
  return OWNER_OPERATIONS.has(operation) && !ADMINISTRATION.has(resource);
}

export function isForAdministrators(operation: Operation, resource: string): boolean {
  return SECRETS.has(resource) || (ADMINISTRATION.has(resource) && !VIEW_OPERATIONS.includes(operation));
}
