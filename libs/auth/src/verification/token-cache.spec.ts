import type { KeyObject } from 'node:crypto';
import { TokenCache } from './token-cache';
import type { VerifiedToken } from './verified-token';

const NOW = 1_700_000_000_000;

function token(exp = NOW / 1000 + 3_600, revocationId = 'a'): VerifiedToken {
  const own = { userId: 'u', kind: 'personal', jti: revocationId, revocationId } as const;
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

  it('gives a verification back for a minute', () => {
    const cache = new TokenCache(clock);
    const kept = token();
    cache.set('t', kept, cache.generation);
    now += 59_999;
    expect(cache.get('t')).toBe(kept);
    now += 1;
    expect(cache.get('t')).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('never beyond the end of the token', () => {
    const cache = new TokenCache(clock);
    cache.set('t', token(NOW / 1000 + 5), cache.generation);
    now += 4_999;
    expect(cache.get('t')).toBeDefined();
    now += 1;
    expect(cache.get('t')).toBeUndefined();
  });

  it('lets the least recently used one go', () => {
    const cache = new TokenCache(clock, 2);
    cache.set('a', token(), 0);
    cache.set('b', token(), 0);
    cache.get('a');
    cache.set('c', token(), 0);
    expect([cache.get('a'), cache.get('b'), cache.get('c')].map(Boolean)).toEqual([true, false, true]);
    expect(cache.size).toBe(2);
  });

  it('forgets what is revoked, and nothing else', () => {
    const cache = new TokenCache(clock);
    cache.set('a', token(undefined, 'one'), 0);
    cache.set('b', token(undefined, 'two'), 0);
    cache.revoke(new Set(['one']));
    expect([cache.get('a'), cache.get('b')].map(Boolean)).toEqual([false, true]);
  });

  it('does not keep a verification that began before a revocation', () => {
    const cache = new TokenCache(clock);
    const { generation } = cache;
    cache.revoke(new Set(['a']));
    cache.set('t', token(), generation);
    expect(cache.get('t')).toBeUndefined();
  });
});
