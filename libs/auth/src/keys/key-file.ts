import { generateKeyPair, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
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
  if (settings.signingKeyFile) throw new Error(`SIGNING_KEY_FILE names ${path}, which does not exist`);
  await makeKeyFile(path);
  return { path, pem: await readFile(path, 'utf8') };
}

/** As `readKeyFile`, but makes none; undefined where there is none. */
export async function findKeyFile(
  settings: Pick<Settings, 'signingKeyFile' | 'dataDir'>,
): Promise<{ path: string; pem: string } | undefined> {
  const path = signingKeyPath(settings);
  const pem = await readIfThere(path);
  return pem === undefined ? undefined : { path, pem };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`The signing key ${path} cannot be read: ${(error as Error).message}`, { cause: error });
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
