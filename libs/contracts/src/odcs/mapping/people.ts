import { isObject } from '@app/common';
import { type Json, customProperty, objectsOf, textOf } from '../../document/json';

export interface SecurityReading {
  readonly security?: Json;
  /** Which of the roles became policies, by index. */
  readonly roles: readonly number[];
  /** Where the classification stands. */
  readonly classifiedAt: readonly string[];
}

/** From the weakest on; of several the strongest counts. */
const ORDER = ['public', 'internal', 'confidential', 'restricted'];

/** Access policies from roles, and the data classification: one of the whole contract, else the strongest of its columns. */
export function readSecurity(document: Json, object: Json | undefined, objectPath: string): SecurityReading {
  const roles: number[] = [];
  const policies = objectsOf(document.roles).flatMap((role, index) => {
    const name = textOf(role.role);
    if (name === undefined) return [];
    roles.push(index);
    return [policyOf(name, role)];
  });
  const { classification, at } = readClassification(document, object, objectPath);
  const security = {
    ...(classification === undefined ? {} : { dataClassification: classification }),
    ...(policies.length ? { policies } : {}),
  };
  return { ...(Object.keys(security).length ? { security } : {}), roles, classifiedAt: at };
}

function policyOf(name: string, role: Json): Json {
  const identities = customProperty(role, 'identities');
  const rowFilters = objectsOf(customProperty(role, 'rowFilters')).filter(isRowFilter);
  return {
    accessPolicy: name,
    ...(typeof role.access === 'string' ? { access: role.access } : {}),
    ...(Array.isArray(identities) && identities.every((one) => typeof one === 'string') ? { identities } : {}),
    ...(rowFilters.length ? { rowFilters } : {}),
  };
}

function isRowFilter({ columnName, values }: Json): boolean {
  const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
  const isName = typeof columnName === 'string' && columnName !== '' && columnName.length <= 256;
  return isName && (values === undefined || (Array.isArray(values) && values.every(isScalar)));
}

function readClassification(
  document: Json,
  object: Json | undefined,
  path: string,
): { readonly classification?: string; readonly at: readonly string[] } {
  const own = textOf(customProperty(document, 'dataClassification'));
  if (own !== undefined) return { classification: own, at: [] };
  const found = objectsOf(object?.properties).flatMap((property, index) => {
    const word = isObject(property) ? textOf(property.classification) : undefined;
    return word === undefined ? [] : [{ word, at: `${path}.properties[${index}].classification` }];
  });
  const strength = ({ word }: { word: string }): number => ORDER.indexOf(word.trim().toLowerCase());
  const words = new Set(found.map(({ word }) => word));
  // Unknown classifications have no order, so they determine the whole only if there is a single one.
  if (words.size !== 1 && found.some((one) => strength(one) < 0)) return { at: [] };
  const [strongest] = [...found].sort((one, other) => strength(other) - strength(one));
  return strongest ? { classification: strongest.word, at: [strongest.at] } : { at: [] };
}

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
