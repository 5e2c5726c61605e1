import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SigningKey } from './signing-key';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'signing-key-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('SigningKey', () => {
  it('is made once, by whichever comes first, for the owner alone', async () => {
    const dataDir = join(folder, 'new', 'data');
    const keys = await Promise.all([1, 2, 3, 4].map(() => SigningKey.load({ dataDir })));
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
    expect(readdirSync(dataDir)).toEqual(['signing-key.pem']);
    expect(statSync(join(dataDir, 'signing-key.pem')).mode & 0o777).toBe(0o600);
  });

  it('is the same at the next start', async () => {
    const first = await SigningKey.load({ dataDir: folder });
    expect((await SigningKey.load({ dataDir: folder })).kid).toBe(first.kid);
  });

  it('publishes no private member', async () => {
    const { jwk } = await SigningKey.load({ dataDir: folder });
    expect(Object.keys(jwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it('does not make a file that the settings name', async () => {
    const signingKeyFile = join(folder, 'missing.pem');
    await expect(SigningKey.load({ dataDir: folder, signingKeyFile })).rejects.toThrow(
      /SIGNING_KEY_FILE names .*missing/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['no PEM', () => 'hello', /cannot be read: expected a PEM/],
    ['a public key', () => publicPem(), /cannot be read: expected a PEM/],
    [
      'an EC key',
      () => pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
      /is ec: expected RSA of 2048/,
    ],
    ['a short key', () => pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey), /rsa of 1024 bits/],
  ])('refuses %s by its place', async (_name, text, message) => {
    const signingKeyFile = file('key.pem', text());
    await expect(SigningKey.load({ dataDir: folder, signingKeyFile })).rejects.toThrow(message);
    await expect(SigningKey.load({ dataDir: folder, signingKeyFile })).rejects.toThrow(signingKeyFile);
  });
});

function pemOf(key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}

function publicPem(): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return String(publicKey.export({ type: 'spki', format: 'pem' }));
}
