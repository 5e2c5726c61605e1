import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainPassword, readPassword, requirePassword } from './catalog-database';

describe('the password of the database', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'password-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is made once, long, and for our eyes only', () => {
    expect(readPassword(folder)).toBeNull();
    const password = obtainPassword(folder);
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    expect(obtainPassword(folder)).toBe(password);
    expect(readdirSync(folder)).toEqual(['postgres.password']);
    expect(statSync(join(folder, 'postgres.password')).mode & 0o777).toBe(0o600);
  });

  it('is asked for by name when its file is missing or empty', () => {
    const file = join(folder, 'postgres.password');
    expect(() => requirePassword(folder)).toThrow(`${file}, is missing or empty`);
    writeFileSync(file, '\n');
    expect(() => requirePassword(folder)).toThrow(`${file}, is missing or empty`);
  });
});
