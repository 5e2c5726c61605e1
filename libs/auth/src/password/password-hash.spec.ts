import { hashPassword, passwordMatches } from './password-hash';

describe('passwords', () => {
  it('are argon2id with 19 MiB and two passes, salted', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('match their own hash, and nothing matches where there is none', async () => {
    const encoded = await hashPassword('correct horse');
    expect(await passwordMatches(encoded, 'correct horse')).toBe(true);
    expect(await passwordMatches(encoded, 'correct house')).toBe(false);
    expect(await passwordMatches(undefined, '')).toBe(false);
  });
});
