import type { Claims } from '../token/claims';
import { principalOf, roleNames, type ClaimTrust } from './principal-name';

function claims(more: object): Claims {
  return { iss: 'i', exp: 1, ...more };
}

const ANY: ClaimTrust = { claims: {}, emailDomains: [] };
const CHOSEN: ClaimTrust = { claims: { name: 'upn' }, emailDomains: [] };
const OURS: ClaimTrust = { claims: {}, emailDomains: ['example.org'] };

describe('principalOf', () => {
  it.each([
    [{ email: 'Ann@example.org', preferred_username: 'b', sub: 'c' }, ANY, { email: 'Ann@example.org' }],
    [{ preferred_username: 'bob@example.org', sub: 'c' }, ANY, { email: 'bob@example.org' }],
    [{ email: '', preferred_username: 'b', sub: 'carl@example.org' }, ANY, { email: 'carl@example.org' }],
    [{ email: 'a@x', email_verified: true }, ANY, { email: 'a@x' }],
    [{ email: 'a@x', email_verified: 'true' }, ANY, { email: 'a@x' }],
    [{ email: 'a@EXAMPLE.org' }, OURS, { email: 'a@EXAMPLE.org' }],
    [{ upn: 'dora', email: 'ann@x' }, CHOSEN, { name: 'dora' }],
    [{ upn: 'dora@x', email: 'ann@x' }, CHOSEN, { email: 'dora@x' }],
  ])('of %j, trusted as %j, is %j', (given, trust, key) => {
    expect(principalOf(claims(given), trust)).toEqual(key);
  });

  it.each([
    ['a name that nobody chose', { preferred_username: 'admin', sub: 'admin' }, ANY, 'claims.name chooses none'],
    ['no claim at all', { sub: '' }, ANY, 'no claim names the principal'],
    ['no claim that was chosen', { email: 'ann@x' }, CHOSEN, 'no claim names the principal'],
    ['a number', { email: 7, sub: 'a@x' }, ANY, 'no claim names the principal'],
    ['an address that is not verified', { email: 'a@x', email_verified: false }, ANY, 'not verified'],
    ['one in the chosen claim, neither', { upn: 'a@x', email_verified: false }, CHOSEN, 'not verified'],
    ['verified by something else', { email: 'a@x', email_verified: 1 }, ANY, 'not verified'],
    ['another domain', { email: 'admin@example.net' }, OURS, 'domain'],
    ['a domain below ours', { email: 'a@x.example.org' }, OURS, 'domain'],
    ['two at signs', { email: 'a@example.org@example.net' }, OURS, 'domain'],
  ])('refuses %s', (_title, given, trust, reason) => {
    expect(() => principalOf(claims(given), trust)).toThrow(reason);
  });
});

describe('roleNames', () => {
  it.each([
    [{ groups: ['B', 7, '', 'A'] }, 'groups', ['A', 'B']],
    [{ groups: 'A' }, 'groups', ['A']],
    [{ realm_access: { roles: ['A'] } }, 'realm_access.roles', ['A']],
    [{ 'https://x.y/roles': ['A'] }, 'https://x.y/roles', ['A']],
    [{}, 'constructor.name', []],
    [{ groups: { A: 1 } }, 'groups', []],
  ])('of %j under %s are %j', (given, roles, expected) => {
    expect(roleNames(claims(given), { roles })).toEqual(expected);
  });

  it('are none where the issuer is not configured to give any', () => {
    expect(roleNames(claims({ roles: ['Admin'] }))).toEqual([]);
  });
});
