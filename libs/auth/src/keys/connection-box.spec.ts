import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionBoxOf, connectionBoxOfFile } from './connection-box';

describe('the key of connections', () => {
  let folder: string;
  let count = 0;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'connection-keys-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  const key = (): string => randomBytes(32).toString('base64');
  const file = (...lines: readonly string[]): string => {
    const path = join(folder, `key-${count++}`);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  };
  const pem = (): string =>
    generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
      .trim();
  const boxOf = (connectionKeyFile?: string, signingKeyFile?: string) =>
    connectionBoxOf({
      dataDir: folder,
      ...(connectionKeyFile !== undefined && { connectionKeyFile }),
      ...(signingKeyFile !== undefined && { signingKeyFile }),
    });

  it('seals with the first line of its file, and opens with all, and with the signing key', async () => {
    const [old, now, signing] = [key(), key(), file(pem())];
    const before = await boxOf(file(old), signing);
    const box = await boxOf(file(now, old), signing);
    const sealed = before.seal('a');
    expect([box.open(sealed), box.isCurrent(sealed)]).toEqual(['a', false]);
    expect([before.open(box.seal('b')), box.isCurrent(box.seal('b'))]).toEqual([undefined, true]);
    expect(box.open((await boxOf(undefined, signing)).seal('c'))).toBe('c');
    expect((await boxOf(file(now))).open((await boxOf(undefined, signing)).seal('d'))).toBeUndefined();
  });

  it('of before is read from a file of either kind', async () => {
    const [signing, own] = [file(pem()), file(key(), key())];
    expect((await connectionBoxOfFile(signing)).open((await boxOf(undefined, signing)).seal('a'))).toBe('a');
    expect((await connectionBoxOfFile(own)).open((await boxOf(own)).seal('b'))).toBe('b');
  });

  it.each([['short', 'aGk='], ['not base64', '?'.repeat(44)], ['empty'], ['half', key(), 'x']])(
    'that is %s is told',
    async (_, ...lines) => {
      await expect(boxOf(file(...lines))).rejects.toThrow(/CONNECTION_KEY_FILE: .* has to hold 32 bytes in base64/);
      await expect(connectionBoxOfFile(file(...lines))).rejects.toThrow(/or a signing key in PEM/);
    },
  );

  it('that is not there is told by its path', async () => {
    const path = join(folder, 'none');
    await expect(boxOf(path)).rejects.toThrow(`CONNECTION_KEY_FILE names ${path}, which cannot be read (ENOENT)`);
    await expect(connectionBoxOfFile(path)).rejects.toThrow(`The file ${path} cannot be read (ENOENT)`);
  });
});
