import { isObject, sameJson } from '@app/common';
import type { AccessPolicy, ContractSecurity, DocumentReference } from '../../document/contract-document';
import { schemaOf } from '../document/api-version';
import { type Json, setCustomProperty, objectsOf, setOrDelete } from '../../document/json';
import { numbered } from '../document/merge-documents';
import { memberNames, owningMembers } from '../mapping/people';

/** Lays changed access policies and a changed classification over a document, in place. */
export function overlaySecurity(document: Json, before: ContractSecurity, after: ContractSecurity): void {
  if (before.dataClassification !== after.dataClassification)
    setCustomProperty(document, 'dataClassification', after.dataClassification);
  const [old, now] = [before.policies ?? [], after.policies ?? []];
  if (!sameJson(old, now)) overlayPolicies(document, old, now);
}

/** Policies of one name are matched by their order. */
function overlayPolicies(document: Json, before: readonly AccessPolicy[], after: readonly AccessPolicy[]): void {
  const roles = objectsOf(document.roles);
  const read = roles.filter(({ role }) => typeof role === 'string' && role.trim() !== '');
  const known = new Map(keyed(before).map(([key, policy], index) => [key, { policy, role: read[index] }]));
  const next = keyed(after).map(([key, policy], index) => {
    const found = known.get(key);
    const role = found?.role ?? { role: policy.accessPolicy ?? `policy ${index + 1}` };
    setPolicy(role, found?.policy ?? {}, policy);
    return role;
  });
  const all = [...next, ...roles.filter((role) => !read.includes(role))];
  if (all.length || document.roles !== undefined) document.roles = all;
}

function keyed(policies: readonly AccessPolicy[]): [string, AccessPolicy][] {
  return numbered(policies, ({ accessPolicy }) => String(accessPolicy));
}

function setPolicy(role: Json, before: AccessPolicy, after: AccessPolicy): void {
  if (before.access !== after.access)
    setOrDelete(role, 'access', typeof after.access === 'string' ? after.access : undefined);
  for (const key of ['identities', 'rowFilters'] as const)
    if (!sameJson(before[key], after[key])) setCustomProperty(role, key, after[key]);
}

/** Lays changed owners over the team of a document, in place. Former owners lose the role of owner, but stay in the team. */
export function overlayOwners(
  document: Json,
  before: readonly DocumentReference[],
  after: readonly DocumentReference[],
): void {
  const gone = before.filter(({ id }) => !after.some((owner) => owner.id === id));
  const come = after.filter(({ id }) => !before.some((owner) => owner.id === id));
  for (const { member } of owningMembers(document))
    if (gone.some(({ name }) => name !== undefined && hasName(member, name))) member.role = 'former owner';
  if (come.length)
    addMembers(
      document,
      come.map(({ name }) => ({ username: String(name), role: 'owner' })),
    );
}

function hasName(member: Json, name: string): boolean {
  return memberNames(member).some((one) => one.toLowerCase() === name.toLowerCase());
}

/** A team of its own is a list: readers of every version accept it; an existing one is not reformatted. */
function addMembers(document: Json, members: readonly Json[]): void {
  const { team } = document;
  if (isObject(team) && schemaOf(document.apiVersion) !== '3.0.2')
    team.members = [...(Array.isArray(team.members) ? team.members : []), ...members];
  else document.team = [...objectsOf(team), ...members];
}
