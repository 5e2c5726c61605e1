import { digestOf, newRefreshToken, newSeed, successorOf } from './refresh-token';

describe('refresh tokens', () => {
  it('have one successor, which needs both the text and the seed', () => {
    const [text, seed] = [newRefreshToken(), newSeed()];
    expect(successorOf(text, seed)).toBe(successorOf(text, seed));
    expect(successorOf(text, newSeed())).not.toBe(successorOf(text, seed));
    expect(successorOf(newRefreshToken(), seed)).not.toBe(successorOf(text, seed));
    expect(successorOf(digestOf(text).toString('base64url'), seed)).not.toBe(successorOf(text, seed));
  });

  it('are 32 random bytes', () => {
    const all = Array.from({ length: 100 }, newRefreshToken);
    expect(new Set(all).size).toBe(100);
    expect(all.every((text) => Buffer.from(text, 'base64url').length === 32)).toBe(true);
  });
});
