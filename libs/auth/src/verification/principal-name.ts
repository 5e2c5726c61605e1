import type { OutsideIssuer } from '@app/config';
import type { Claims } from '../token/claims';
import { TokenRefused } from '../token/unauthorized';
import type { PrincipalKey } from './verified-token';

const NAME_CLAIMS = ['email', 'preferred_username', 'sub'];

/** Limits on the claims of an external issuer. */
export interface ClaimTrust {
  readonly claims: OutsideIssuer['claims'];
  /** Domains of the addresses that may name a user, in lower case; empty = any. */
  readonly emailDomains: readonly string[];
}

/**
 * The user that claims of an outside issuer speak of. An e-mail address, in whatever claim, names the user who has it. Any other
 * text is a name that its issuer may have given to anybody: it counts only where the operator has chosen the claim.
 *
 * @throws {TokenRefused}
 */
export function principalOf(claims: Claims, { claims: { name }, emailDomains }: ClaimTrust): PrincipalKey {
  const names = name === undefined ? NAME_CLAIMS : [name];
  const values = names.map((each) => claimAt(claims, each)).filter((each) => each !== undefined && each !== '');
  if (!values.length || values.some((each) => typeof each !== 'string')) {
    throw new TokenRefused('no claim names the principal');
  }
  const email = (values as string[]).find((each) => each.includes('@'));
  if (email !== undefined) return { email: trusted(email, claims, emailDomains) };
  if (name === undefined) throw new TokenRefused('no claim is an e-mail address, and claims.name chooses none');
  return { name: values[0] as string };
}

function trusted(email: string, claims: Claims, domains: readonly string[]): string {
  const verified = claims['email_verified'];
  // Some issuers write the word.
  if (verified !== undefined && verified !== true && verified !== 'true')
    throw new TokenRefused('email is not verified');
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (domains.length && !domains.includes(domain)) throw new TokenRefused('the domain of the email is not ours');
  return email;
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
