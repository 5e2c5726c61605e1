import { existsSync } from 'node:fs';
import { EmbeddedPostgresError } from '../embedded-postgres.error';
import { nativeDirectory } from './package-location';

describe('nativeDirectory', () => {
  it('is the folder with the programs of the installed package', () => {
    expect(existsSync(`${nativeDirectory()}/bin/initdb`)).toBe(true);
  });

  it.each(['win32-x64', 'linux-ppc64', 'toString'])('says what to do on %s', (platform) => {
    const find = (): string => nativeDirectory(platform);
    expect(find).toThrow(EmbeddedPostgresError);
    expect(find).toThrow(/no embedded PostgreSQL for .*linux-x64.*DATABASE_URL/);
  });

  it('says how to install a package that was left out', () => {
    const absent = ['darwin-x64', 'darwin-arm64', 'linux-x64'].find((name) => !name.startsWith(process.platform));
    expect(() => nativeDirectory(absent)).toThrow(/not installed: run npm ci without --omit=optional.*DATABASE_URL/);
  });
});
