import { readFile } from 'node:fs/promises';
import { StartError } from '@app/common';
import type { Settings } from '@app/config';
import { boxOf, SecretBox, secretBoxOf } from './secret-box';
import { SigningKey } from './signing-key';

const KEY_BYTES = 32;
const KEY = /^[A-Za-z0-9+/]{43}=$/;
const MADE_BY = `${KEY_BYTES} bytes in base64, as \`openssl rand -base64 ${KEY_BYTES}\` writes them`;

type KeySettings = Pick<Settings, 'connectionKeyFile' | 'signingKeyFile' | 'dataDir'>;

/**
 * Encrypts connections of services, and those of queued tests: with a key of their own where there is one, so that a worker that reads
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

  /** Whether the text was sealed with the key that seals now. */
  isCurrent(sealed: Buffer): boolean {
    return this.own.open(sealed) !== undefined;
  }
}

/** The box of a process that has the signing key. @throws {StartError} where CONNECTION_KEY_FILE names no key */
export async function connectionBoxWith(settings: KeySettings, signing: SecretBox): Promise<ConnectionBox> {
  const [own, ...others] = await connectionKeys(settings);
  return own ? new ConnectionBox(own, [...others, signing]) : new ConnectionBox(signing);
}

/**
 * The box of a process that signs no tokens: of a worker.
 * @throws {Error} where neither key is there
 */
export async function connectionBoxOf(settings: KeySettings): Promise<ConnectionBox> {
  const [own, ...others] = await connectionKeys(settings);
  if (!own) return new ConnectionBox(await secretBoxOf(settings));
  const signing = await secretBoxOf(settings).catch(() => undefined);
  return new ConnectionBox(own, signing ? [...others, signing] : others);
}

/**
 * The box of keys that seal no more, by their file: that of CONNECTION_KEY_FILE, or a signing key in PEM.
 * @throws {StartError} if it cannot be read, or contains no key
 */
export async function connectionBoxOfFile(file: string): Promise<ConnectionBox> {
  const text = await textOf(file, `The file ${file}`);
  if (text.includes('-----BEGIN')) return new ConnectionBox(boxOf(await SigningKey.fromPem(text, file)));
  const [own, ...others] = boxesOf(text);
  if (own) return new ConnectionBox(own, others);
  throw new StartError(`${file} has to hold ${MADE_BY}, or a signing key in PEM`);
}

/** The boxes of CONNECTION_KEY_FILE: the first one seals. None where it is not set. */
async function connectionKeys({ connectionKeyFile: file }: KeySettings): Promise<readonly SecretBox[]> {
  if (file === undefined) return [];
  const boxes = boxesOf(await textOf(file, `CONNECTION_KEY_FILE names ${file}, which`));
  if (boxes.length) return boxes;
  throw new StartError(`CONNECTION_KEY_FILE: ${file} has to hold ${MADE_BY}; further lines may hold keys of before`);
}

async function textOf(file: string, what: string): Promise<string> {
  return readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartError(`${what} cannot be read (${code})`);
  });
}

/** One key a line; none where a line is none. */
function boxesOf(text: string): readonly SecretBox[] {
  const lines = text.trim().split(/\s*\n\s*/);
  return lines.every((line) => KEY.test(line)) ? lines.map((line) => new SecretBox(Buffer.from(line, 'base64'))) : [];
}
