import type { KeyObject } from 'node:crypto';
import { TokenCache } from './token-cache';
import type { VerifiedToken } from './verified-token';

const NOW = 1_700_000_000_000;

function token(exp = NOW / 1000 + 3_600): VerifiedToken {
  const own = { userId: 'u', kind: 'personal', jti: 'a', revocationId: 'a' } as const;
  return {
    issuer: 'i',
    alg: 'RS256',
    kid: 'k',
    key: {} as KeyObject,
    exp,
    principal: { name: 'ann' },
    roles: [],
    mayAdministrate: true,
    own,
  };
}

describe('TokenCache', () => {
  let now = NOW;
  beforeEach(() => (now = NOW));
  const clock = (): number => now;

  it('gives a verification back until the token ends', () => {
    const cache = new TokenCache(clock);
    const verified = token(NOW / 1000 + 5);
    cache.set('t', verified);
    now += 4_999;
    expect(cache.get('t')).toBe(verified);
    now += 1;
    expect(cache.get('t')).toBeUndefined();
  });

  it('lets the least recently used one go', () => {
    const cache = new TokenCache(clock, 2);
    cache.set('a', token());
    cache.set('b', token());
    cache.get('a');
    cache.set('c', token());
    expect([cache.get('a'), cache.get('b'), cache.get('c')].map(Boolean)).toEqual([true, false, true]);
    expect(cache.size).toBe(2);
  });
});
