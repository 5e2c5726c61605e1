import { chmodSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type CliError, usageError } from '../cli-error';
import { isObject } from '../document/document-file';
import { onFile, readIfThere } from '../document/read-input';

/** A service with the token of a login. */
export interface Profile {
  readonly url: string;
  readonly token: string;
  /** The refresh token of a login with a password. */
  readonly refreshToken?: string;
  /** Epoch ms; absent if unknown. */
  readonly expiresAt?: number;
}

export interface Profiles {
  /** The one that is used where none is named. */
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** Anything but the owner's own bits. */
const OTHERS = 0o077;

/** @throws {CliError} usage for a file that others can read, or that does not contain profiles */
export function readProfiles(file: string): Profiles {
  const text = readIfThere(file);
  if (text === undefined) return { profiles: {} };
  // Windows has no such bits.
  if (process.platform !== 'win32' && statSync(file).mode & OTHERS)
    throw usageError(`${file} holds tokens and can be read by others`, `Run: chmod 600 ${file}`);
  const value = parsed(text);
  if (!value) throw usageError(`${file} is no file of profiles; remove it and log in again`);
  return value;
}

/** The end of a command that names a profile which is not there. */
export function noSuchProfile(name: string, { profiles }: Profiles): CliError {
  const known = Object.keys(profiles).join(', ') || 'none';
  return usageError(`there is no profile ${JSON.stringify(name)}; known: ${known}`);
}

/** Whole or not at all: a command that is cut off leaves the file as it was. */
export function writeProfiles(file: string, profiles: Profiles): void {
  const temporary = `${file}.${process.pid}`;
  onFile(file, 'written', () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600 });
    // The mask of the process can only take bits away; a file that was left behind may have more.
    chmodSync(temporary, 0o600);
    renameSync(temporary, file);
  });
}

function parsed(text: string): Profiles | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && isObject(value.profiles) && Object.values(value.profiles).every(isProfile)
      ? (value as unknown as Profiles)
      : undefined;
  } catch {
    return undefined;
  }
}

function isProfile(value: unknown): value is Profile {
  return isObject(value) && typeof value.url === 'string' && typeof value.token === 'string';
}
