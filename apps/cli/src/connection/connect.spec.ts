import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../cli-error';
import { readEnvironment } from '../environment';
import { connect } from './connect';
import { readProfiles, writeProfiles } from './profile';
import { serviceUrl } from './service-url';

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'cli-profile-'))));
afterEach(() => rmSync(home, { recursive: true }));

const file = (): string => readEnvironment({ XDG_CONFIG_HOME: home }).profileFile;

/** The URL that the token would be sent to, or the error. */
async function target(
  given: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const client = await connect(
      { requestTimeout: 60, ...given },
      readEnvironment({ XDG_CONFIG_HOME: home, ...variables }),
      () => undefined,
    );
    return `${(client as unknown as { options: { token: string } }).options.token} → ${client.url}`;
  } catch (error) {
    if (error instanceof CliError && error.exitCode === 2) return error.message;
    throw error;
  }
}

describe('the service and its token', () => {
  const work = { url: 'https://work.example.org', token: 'w' };
  const home_ = { url: 'https://home.example.org', token: 'h' };
  const save = (): void => writeProfiles(file(), { current: 'work', profiles: { work, home: home_ } });

  it('come from options, then the environment, then the profile', async () => {
    save();
    const variables = { METADATA_CATALOG_URL: 'https://env.example.org', METADATA_CATALOG_TOKEN: 'e' };
    expect(await target({}, variables)).toBe('e → https://env.example.org');
    expect(await target({ url: 'https://o.example.org', token: 'o' }, variables)).toBe('o → https://o.example.org');
    expect(await target({})).toBe('w → https://work.example.org');
    expect(await target({ profile: 'home' })).toBe('h → https://home.example.org');
    expect(await target({}, { METADATA_CATALOG_PROFILE: 'home' })).toBe('h → https://home.example.org');
    expect(await target({ token: 'o' })).toBe(
      'o → http://127.0.0.1:8585'.replace('http://127.0.0.1:8585', 'https://work.example.org'),
    );
  });

  it('the token of a profile goes nowhere else', async () => {
    save();
    expect(await target({ url: 'https://evil.example.org' })).toContain(
      'there is no token for https://evil.example.org',
    );
    expect(await target({ url: 'https://evil.example.org', profile: 'work' })).toContain('its token goes nowhere else');
    expect(await target({ url: 'https://work.example.org/api/', profile: 'work' })).toBe(
      'w → https://work.example.org',
    );
  });

  it('a token can be in a file, and is never shown', async () => {
    const path = join(home, 'token');
    writeFileSync(path, 'secret\n');
    expect(await target({ tokenFile: path })).toBe('secret → http://127.0.0.1:8585');
    writeFileSync(path, 'two words\n');
    expect(await target({ tokenFile: path })).toBe('the token is empty or holds a blank or a control character');
    expect(await target({ tokenFile: join(home, 'none') })).toContain('there is no such file');
  });

  it('say what is missing', async () => {
    expect(await target({})).toContain('nobody is logged in');
    save();
    expect(await target({ profile: 'wrk' })).toBe('there is no profile "wrk"; known: work, home');
  });
});

describe('the file of profiles', () => {
  it('can be read by its owner alone, and is refused otherwise', () => {
    writeProfiles(file(), { profiles: {} });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    chmodSync(file(), 0o640);
    expect(() => readProfiles(file())).toThrow('can be read by others');
  });

  it.each(['', '[]', '{"profiles": {"a": {}}}', '{"profiles": null}'])('%j is none', (text) => {
    writeProfiles(file(), { profiles: {} });
    writeFileSync(file(), text);
    expect(() => readProfiles(file())).toThrow('no file of profiles');
  });
});

describe('the URL of a service', () => {
  it.each([
    ['http://127.0.0.1:8585', 'http://127.0.0.1:8585'],
    ['https://x.org/', 'https://x.org'],
    ['https://x.org/catalog/api/', 'https://x.org/catalog'],
  ])('%s', (text, url) => expect(serviceUrl(text)).toBe(url));

  it.each(['', 'x.org', 'ftp://x.org', 'https://user:secret@x.org', 'https://x.org?a=1', 'https://x.org#a'])(
    '%s is none',
    (text) => {
      expect(() => serviceUrl(text)).toThrow(CliError);
      expect(() => serviceUrl(text)).not.toThrow('user:secret@x.org?');
    },
  );
});
