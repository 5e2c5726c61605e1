import { StartError } from '@app/common';
import { generateKeyPair, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { signingKeyPath, type Settings } from '@app/config';

const RSA_BITS = 2048;

/** The text of the signing key and where it stands. A file that the settings name must exist; ours is made at first use. */
export async function readKeyFile(
  settings: Pick<Settings, 'signingKeyFile' | 'dataDir'>,
): Promise<{ path: string; pem: string }> {
  const found = await findKeyFile(settings);
  if (found) return found;
  const path = signingKeyPath(settings);
  if (settings.signingKeyFile)
    throw new StartError(
      `SIGNING_KEY_FILE names ${path}, which does not exist: name the file that all processes share, or make one by \`openssl genrsa -out ${path} 3072\` and let user ${userName()} read it.`,
    );
  await makeKeyFile(path).catch((error: unknown) => {
    throw unusable('DATA_DIR', path, 'made', error);
  });
  return { path, pem: await readFile(path, 'utf8') };
}

/** `readKeyFile`, but it makes none; undefined where there is none. */
export async function findKeyFile(
  settings: Pick<Settings, 'signingKeyFile' | 'dataDir'>,
): Promise<{ path: string; pem: string } | undefined> {
  const path = signingKeyPath(settings);
  const pem = await readIfThere(path, settings.signingKeyFile ? 'SIGNING_KEY_FILE' : 'DATA_DIR');
  return pem === undefined ? undefined : { path, pem };
}

async function readIfThere(path: string, setting: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unusable(setting, path, 'read', error);
  }
}

/** In one sentence where the user of the process lacks a right; a fault of the disk stays as it is. */
function unusable(setting: string, path: string, deed: 'read' | 'made', error: unknown): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const command =
    deed === 'read' ? `chown ${userName()} ${path}` : `install -d -m 700 -o ${userName()} ${dirname(path)}`;
  const cures: Record<string, string> = {
    EACCES: `give it to that user, as by \`${command}\``,
    EPERM: `give it to that user, as by \`${command}\``,
    EROFS: 'name a folder that can be written to',
    EISDIR: 'name a file, not a folder',
    ENOTDIR: 'name a file in a folder',
  };
  const cure = cures[code];
  const text = `${setting}: the signing key ${path} cannot be ${deed} by user ${userName()} (${cure ? code : message})`;
  return cure ? new StartError(`${text}: ${cure}.`, { cause: error }) : new Error(text, { cause: error });
}

/** Containers run as users that have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'of this process');
  }
}

/** Whole or not at all: of several processes that start at once the first link wins, and the others find its key. */
async function makeKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS });
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeDurably(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
