import type { Claims } from '../token/claims';
import { principalName, roleNames } from './principal-name';

function claims(more: object): Claims {
  return { iss: 'i', exp: 1, ...more };
}

describe('principalName', () => {
  it.each([
    [{ email: 'ann@example.org', preferred_username: 'b', sub: 'c' }, 'ann'],
    [{ preferred_username: 'bob', sub: 'c' }, 'bob'],
    [{ email: '', sub: 'carl' }, 'carl'],
    [{ sub: 'a@b@c' }, 'a'],
    [{ sub: 'Ann' }, 'Ann'],
  ])('of %j is %s', (given, name) => {
    expect(principalName(claims(given))).toBe(name);
  });

  it('comes from the configured claim alone, where there is one', () => {
    expect(principalName(claims({ upn: 'dora@x', email: 'ann@x' }), { name: 'upn' })).toBe('dora');
    expect(() => principalName(claims({ email: 'ann@x' }), { name: 'upn' })).toThrow('no claim names the principal');
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
