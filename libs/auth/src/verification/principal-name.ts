import type { OutsideIssuer } from '@app/config';
import type { Claims } from '../token/claims';
import { TokenRefused } from '../token/token-refused';

const NAME_CLAIMS = ['email', 'preferred_username', 'sub'];

/** The user name that claims of an outside issuer speak of: the first claim that is there, up to its `@`. */
export function principalName(claims: Claims, { name }: OutsideIssuer['claims'] = {}): string {
  const names = name === undefined ? NAME_CLAIMS : [name];
  const value = names.map((each) => claimAt(claims, each)).find((each) => each !== undefined && each !== '');
  if (typeof value !== 'string') throw new TokenRefused('no claim names the principal');
  const principal = value.split('@', 1)[0] ?? '';
  if (principal === '') throw new TokenRefused('the principal is empty before @');
  return principal;
}

/** Role names that an outside token adds, where its issuer is configured to: a string or a list of strings. */
export function roleNames(claims: Claims, { roles }: OutsideIssuer['claims'] = {}): string[] {
  if (roles === undefined) return [];
  const value = claimAt(claims, roles);
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((each): each is string => typeof each === 'string' && each !== '').sort();
}

/** A claim by its name, else by a path of members such as `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}
