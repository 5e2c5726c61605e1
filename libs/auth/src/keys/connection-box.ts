import { readFile } from 'node:fs/promises';
import { StartError } from '@app/common';
import type { Settings } from '@app/config';
import { SecretBox, secretBoxOf } from './secret-box';

const KEY_BYTES = 32;

type KeySettings = Pick<Settings, 'connectionKeyFile' | 'signingKeyFile' | 'dataDir'>;

/**
 * Keeps connections of services secret, and those of queued tests: with a key of their own where there is one, so that a worker that reads
 * sources need not have the key that signs tokens.
 */
export class ConnectionBox {
  /** @param others boxes that open what was sealed before the key was changed */
  constructor(
    private readonly own: SecretBox,
    private readonly others: readonly SecretBox[] = [],
  ) {}

  seal(text: string): Buffer {
    return this.own.seal(text);
  }

  /** undefined where the text was sealed with another key, or was changed. */
  open(sealed: Buffer): string | undefined {
    for (const box of [this.own, ...this.others]) {
      const opened = box.open(sealed);
      if (opened !== undefined) return opened;
    }
    return undefined;
  }
}

/** The box of a process that has the signing key. @throws {StartError} where CONNECTION_KEY_FILE names no key */
export async function connectionBoxWith(settings: KeySettings, signing: SecretBox): Promise<ConnectionBox> {
  const key = await connectionKey(settings);
  return key ? new ConnectionBox(new SecretBox(key), [signing]) : new ConnectionBox(signing);
}

/**
 * The box of a process that signs no tokens: of a worker.
 * @throws {Error} where neither key is there
 */
export async function connectionBoxOf(settings: KeySettings): Promise<ConnectionBox> {
  const key = await connectionKey(settings);
  if (!key) return new ConnectionBox(await secretBoxOf(settings));
  const signing = await secretBoxOf(settings).catch(() => undefined);
  return new ConnectionBox(new SecretBox(key), signing ? [signing] : []);
}

async function connectionKey({ connectionKeyFile: file }: KeySettings): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartError(`CONNECTION_KEY_FILE names ${file}, which cannot be read (${code})`);
  });
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES || !/^[A-Za-z0-9+/]{43}=$/.test(text.trim()))
    throw new StartError(
      `CONNECTION_KEY_FILE: ${file} has to hold ${KEY_BYTES} bytes in base64, as \`openssl rand -base64 ${KEY_BYTES}\` writes them`,
    );
  return key;
}
