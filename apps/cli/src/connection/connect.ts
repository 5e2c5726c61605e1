import { readFileSync } from 'node:fs';
import { CALLED_AS } from '../command-line/program';
import type { RemoteOptions } from '../command-line/shared-options';
import { usageError } from '../cli-error';
import { onFile } from '../document/read-input';
import type { Environment } from '../environment';
import { CatalogClient } from './catalog-client';
import { noSuchProfile, type Profile, readProfiles, writeProfiles } from './profile';
import { DEFAULT_URL, serviceUrl, warnOfPlainText } from './service-url';

/** Renewed so long before its end that a request still gets through. */
const RENEW_BEFORE_MS = 60_000;

/**
 * The service and the token, each from its option, else the environment, else the profile. A profile's token goes to no
 * other URL than the profile's.
 *
 * @throws {CliError} usage where there is no token
 */
export async function connect(
  options: RemoteOptions,
  environment: Environment,
  progress: (line: string) => void,
): Promise<CatalogClient> {
  const limitMs = requestLimit(options);
  const name = options.profile ?? environment.profile;
  const given = options.token ?? tokenOfFile(options.tokenFile) ?? environment.token;
  const stored = given === undefined || name !== undefined || !(options.url ?? environment.url);
  const profile = stored ? profileNamed(environment.profileFile, name) : undefined;
  const url = serviceUrl(options.url ?? environment.url ?? profile?.url ?? DEFAULT_URL);
  warnOfPlainText(url, progress);
  if (given !== undefined) return new CatalogClient({ url, token: checkedToken(given), limitMs, progress });
  if (!profile || profile.url !== url) throw noToken(url, profile);
  const token = await freshToken(environment.profileFile, profile, limitMs, progress);
  return new CatalogClient({ url, token, limitMs, progress });
}

export function requestLimit({ requestTimeout }: RemoteOptions): number {
  return requestTimeout * 1000;
}

export function tokenOfFile(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  return checkedToken(onFile(file, 'read', () => readFileSync(file === '-' ? 0 : file, 'utf8')).trim());
}

/** Text that is invalid in a header is not a token; it is not shown. */
export function checkedToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw usageError('the token is empty or holds a blank or a control character');
}

function profileNamed(file: string, name: string | undefined): Profile | undefined {
  const stored = readProfiles(file);
  const { current, profiles } = stored;
  if (name === undefined) return current === undefined ? undefined : profiles[current];
  if (!Object.hasOwn(profiles, name)) throw noSuchProfile(name, stored);
  return profiles[name];
}

function noToken(url: string, profile: Profile | undefined): Error {
  const why = profile ? `the profile is for ${profile.url}, and its token goes nowhere else` : 'nobody is logged in';
  return usageError(
    `there is no token for ${url}: ${why}`,
    `Give one by --token-file or METADATA_CATALOG_TOKEN, or run: ${CALLED_AS} login`,
  );
}

/** The access token of a login lives for an hour or so; its refresh token makes the next. */
async function freshToken(
  file: string,
  profile: Profile,
  limitMs: number,
  progress: (line: string) => void,
): Promise<string> {
  const { url, token, refreshToken, expiresAt } = profile;
  if (refreshToken === undefined || expiresAt === undefined || expiresAt - RENEW_BEFORE_MS > Date.now()) return token;
  const login = await new CatalogClient({ url, limitMs, progress }).refresh(refreshToken);
  const { current, profiles } = readProfiles(file);
  const renewed = Object.entries(profiles).map(([name, one]) =>
    one.refreshToken === refreshToken ? [name, { url, ...login }] : [name, one],
  );
  writeProfiles(file, { current, profiles: Object.fromEntries(renewed) as Record<string, Profile> });
  return login.token;
}
