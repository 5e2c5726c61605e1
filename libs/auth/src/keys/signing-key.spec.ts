import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@app/common';
import { SigningKey } from './signing-key';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'signing-key-'))));
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

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

  it.each(['EACCES', 'EPERM'])(
    'names setting, path, user and cure where the file may not be read (%s)',
    async (code) => {
      const path = join(folder, 'key.pem');
      jest.spyOn(files, 'readFile').mockRejectedValue(Object.assign(new Error(`${code}: no`), { code }));
      const user = userInfo().username;
      const refused = new StartError(
        `SIGNING_KEY_FILE: the signing key ${path} cannot be read by user ${user} (${code}): give it to that user, as by \`chown ${user} ${path}\`.`,
      );
      await expect(SigningKey.load({ dataDir: folder, signingKeyFile: path })).rejects.toEqual(refused);
      await expect(SigningKey.load({ dataDir: folder })).rejects.toThrow('DATA_DIR: the signing key');
    },
  );

  it('refuses what cannot be mended by a restart as a fault of the settings', async () => {
    const missing = SigningKey.load({ dataDir: folder, signingKeyFile: join(folder, 'missing.pem') });
    await expect(missing).rejects.toBeInstanceOf(StartError);
    await expect(SigningKey.load({ dataDir: folder, signingKeyFile: folder })).rejects.toThrow(/EISDIR.*name a file/);
    await expect(SigningKey.load({ dataDir: join(file('plain', ''), 'data') })).rejects.toThrow(/ENOTDIR/);
    const bad = SigningKey.load({ dataDir: folder, signingKeyFile: file('bad.pem', 'hello') });
    await expect(bad).rejects.toBeInstanceOf(StartError);
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
