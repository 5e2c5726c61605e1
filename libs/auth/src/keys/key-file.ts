import { generateKeyPair, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Settings } from '@app/config';

const RSA_BITS = 2048;

/** The text of the signing key and where it stands. A file that the settings name must exist; ours is made at first use. */
export async function readKeyFile({
  signingKeyFile,
  dataDir,
}: Pick<Settings, 'signingKeyFile' | 'dataDir'>): Promise<{ path: string; pem: string }> {
  const path = signingKeyFile ?? join(dataDir, 'signing-key.pem');
  const found = await readIfThere(path);
  if (found !== undefined) return { path, pem: found };
  if (signingKeyFile) throw new Error(`SIGNING_KEY_FILE names ${path}, which does not exist`);
  await makeKeyFile(path);
  return { path, pem: await readFile(path, 'utf8') };
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
