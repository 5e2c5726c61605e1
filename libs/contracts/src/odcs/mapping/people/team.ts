import { isObject } from '@app/common';
import { textOf } from '../../document/json';
import type { Json } from '../../document/json';

/** A member of the team, where it stands in the document. */
export interface TeamMember {
  readonly member: Json;
  readonly path: string;
}

/** The members of a team, which is a list up to 3.0 and an object since. */
export function teamMembers({ team }: Json): TeamMember[] {
  const inside = isObject(team) ? team.members : team;
  const path = isObject(team) ? 'team.members' : 'team';
  if (!Array.isArray(inside)) return [];
  return inside.flatMap((member: unknown, index) => (isObject(member) ? [{ member, path: `${path}[${index}]` }] : []));
}

/** Owners according to the document: members with the role owner who have not left. */
export function owningMembers(document: Json): TeamMember[] {
  return teamMembers(document).filter(({ member }) => isOwner(member) && textOf(member.dateOut) === undefined);
}

function isOwner({ role }: Json): boolean {
  return typeof role === 'string' && /^(data\s+)?owner$/i.test(role.trim());
}

/** The names that a member may have in the catalog: the user name, the part of an address before `@`, the full name. */
export function memberNames({ username, name }: Json): string[] {
  const given = [username, name].flatMap((value) => textOf(value) ?? []);
  return [...new Set(given.flatMap((value) => [value, value.split('@', 1)[0] as string]))].filter(Boolean);
}
